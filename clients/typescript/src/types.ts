// The types of the contract, taken from the generated ones: which game has which operation, what it takes, what it answers.
import type { components, paths } from "./schema.js";

/** Every named type of the OpenAPI document. */
export type Schemas = components["schemas"];

export type Operation = "arrange" | "verify" | "settle" | "advise" | "prepare";

/** The games that have an operation. */
export type GameWith<O extends Operation> = { [P in keyof paths]: P extends `/v1/games/${infer G}/${O}` ? G : never }[keyof paths];

export type Game = GameWith<"arrange">;

type Post<G extends string, O extends Operation> = `/v1/games/${G}/${O}` extends infer P extends keyof paths
  ? paths[P] extends { post: infer T }
    ? T
    : never
  : never;

/** What an operation of a game takes. */
export type RequestOf<G extends string, O extends Operation> =
  Post<G, O> extends { requestBody: { content: { "application/json": infer B } } } ? B : never;

/** What an operation of a game answers. */
export type AnswerOf<G extends string, O extends Operation> =
  Post<G, O> extends { responses: { 200: { content: { "application/json": infer A } } } } ? A : never;

/** A text in the game's notation, or a list of single cards. */
export type Hand = string | readonly string[];

export type Lang = "en" | "zh" | "vi";

/** A problem document, RFC 9457. */
export type Problem = Schemas["ProblemDocument"];

/** A verdict in short, signed; a service with a ledger puts it at the end of every answer to `verify`. */
export type Receipt = Schemas["Receipt"];

/** What the check of a receipt found. */
export type Checked = Schemas["Checked"];

/** A public key that signs receipts, or did. */
export type PublicKey = Schemas["PublicKey"];

/** Claim, verdict and receipt as the ledger keeps them. */
export type VerdictRecord = Schemas["VerdictRecord"];

/** One line of a batch: the answer to the request of that number, or why there is none. */
export type BatchLine<G extends Game> =
  | { readonly index: number; readonly answer: AnswerOf<G, "arrange">; readonly problem?: undefined }
  | { readonly index: number; readonly problem: Problem; readonly answer?: undefined };
