// What a caller uses: the client, its errors, and the types of every game's requests and answers.
export { Lipai, type CallOptions, type Options } from "./client.js";
export { BusyError, LipaiError, ProblemError, TooSlowError, UnexpectedAnswerError, UnreachableError } from "./errors.js";
export { type Retry } from "./retry.js";
export type {
  AnswerOf, BatchLine, Checked, Game, GameWith, Hand, Lang, Operation, Problem, PublicKey, Receipt, RequestOf, Schemas, VerdictRecord,
} from "./types.js";
