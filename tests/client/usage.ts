// What tests/client/test_typescript.py compiles and runs: the client used as a caller would. Its arguments are the addresses of three services: a plain
// one, one that follows a script, and one with a ledger.
import { BusyError, Lipai, ProblemError, TooSlowError, UnreachableError, type BatchLine, type Checked, type PublicKey, type Receipt, type RequestOf, type VerdictRecord } from "./index.js";

declare const process: { argv: string[] };
const [, , url = "", scripted = "", recording = ""] = process.argv;
const lipai = new Lipai(url);
const found: Record<string, unknown> = {};

async function refused(call: Promise<unknown>): Promise<unknown> {
  try {
    return await call;
  } catch (error) {
    return error;
  }
}

// Operations, each typed by its game
const answer = await lipai.arrange("si-se-pai", { hand: "1123r 2224567y 1337g 144557w", rules: { preset: "seed" } });
found["arrange"] = answer;
const split = await lipai.arrange("chinese-poker", { hand: ["As", "Ks", "Qs", "Js", "6s", "5s", "3s", "Qh", "9h", "2h", "Jd", "8c", "3c"], top: 2 });
found["front"] = split.arrangements[0]?.groups[0]?.cards;
const verdict = await new Lipai(url, { lang: "vi" }).verify("si-ki-pi", {
  groups: [
    { slot: "front", cards: "8s 8h" },
    { slot: "back", cards: "Kd Ac" },
  ],
});
found["verdict"] = verdict.violations;
found["waits"] = (await lipai.advise("si-se-pai", { hand: "1123r 2224567y 1337g 14455w" })).waits;
found["plays"] = (await lipai.advise("chuo-pai", { hand: "44 44 13 13", current: "33 33" })).plays.map((play) => play.cards);
found["prepared"] = (await lipai.prepare("si-ki-pi", {})).status;
found["games"] = (await lipai.games()).map((game) => game.id);
found["full"] = (await lipai.game("zi-pai")).hand_sizes.full;
found["examples"] = (await lipai.examples("open-face")).length;
found["ready"] = await lipai.ready();

// Receipts, of a service with a ledger
const recorder = new Lipai(recording);
const judged = await recorder.verify("si-ki-pi", { groups: [{ slot: "front", cards: "8s 8h" }, { slot: "back", cards: "Kd Ac" }] });
const receipt: Receipt | undefined = judged.receipt;
if (receipt !== undefined) {
  const held: VerdictRecord = await recorder.verdict(receipt.id);
  const signing: readonly PublicKey[] = await recorder.keys();
  const checks: Checked[] = [];
  for (const shown of [receipt, { receipt }, judged, { ...judged, points: 99 }, { ...receipt, points: 99 }]) checks.push(await recorder.checkReceipt(shown));
  found["receipts"] = {
    held: [held.claim.game, held.receipt.id === receipt.id, held.verdict], judged, key: signing[0]?.kid === receipt.key_id,
    checks: checks.map((one) => [one.result, one.genuine, one.stored]),
  };
}
found["unrecorded"] = [verdict.receipt === undefined, await refused(lipai.keys()).then((error) => (error instanceof ProblemError ? error.status : error))];

// What the types refuse
const wrong: RequestOf<"si-se-pai", "arrange"> = { hand: "1r" };
// @ts-expect-error there is no such game
void (() => lipai.arrange("bridge", { hand: "x" }));
// @ts-expect-error a hand is wanted
void (() => lipai.arrange("si-se-pai", {}));
// @ts-expect-error this game has no pins
void (() => lipai.arrange("si-se-pai", { ...wrong, pins: {} }));
// @ts-expect-error nor any advice
void (() => lipai.advise("chinese-poker", { hand: "x" }));
// @ts-expect-error a receipt is more than its id
void (() => lipai.checkReceipt({ id: "x" }));
// @ts-expect-error an objective of another game
void (() => lipai.arrange("si-ki-pi", { hand: "x", objective: "royalties" }));

// Errors
const fault = await refused(lipai.arrange("si-se-pai", { hand: "1123r 4x67y" }));
if (fault instanceof ProblemError) found["fault"] = [fault.status, fault.code, fault.passing, fault.errors[0]];
found["nobody"] = (await refused(new Lipai("http://127.0.0.1:9", { retry: { attempts: 1 } }).games())) instanceof UnreachableError;
found["nobodyReady"] = await new Lipai("http://127.0.0.1:9").ready();
const controller = new AbortController();
controller.abort(new Error("changed my mind"));
found["aborted"] = String(await refused(lipai.games({ signal: controller.signal })));

// What can't be sent is told at once
function thrown(make: () => unknown): unknown {
  try {
    return make();
  } catch (error) {
    return error instanceof TypeError ? error.message : String(error);
  }
}
found["addresses"] = ["127.0.0.1:8301", "localhost:8301", "ftp://x", "http://", "/", ""].map((bad) => thrown(() => new Lipai(bad)));
found["badKeys"] = ["abc\ndef", "schlüssel", "a\u0000"].map((key) => thrown(() => new Lipai(url, { key })));
found["oneHand"] = await refused(lipai.arrangeBatch("si-se-pai", "1123r").next()).then((error) => error instanceof TypeError && error.message);

// Batches
async function* later(): AsyncGenerator<RequestOf<"si-se-pai", "arrange">> {
  for (let number = 0; number < 500; number += 1) yield { hand: number % 4 === 2 ? "no cards" : "1123r 4567y 77g 7w", label: String(number) };
}
const lines: BatchLine<"si-se-pai">[] = [];
for await (const line of lipai.arrangeBatch("si-se-pai", later(), { atOnce: 60 })) lines.push(line);
found["lines"] = lines.map((line) => [line.index, line.problem === undefined ? line.answer.label : line.problem.errors[0]?.pointer]);
function* endless(): Generator<string> {
  for (;;) yield "1123r";
}
let taken = 0;
for (let turn = 0; turn < 5; turn += 1) {
  for await (const line of lipai.arrangeBatch("si-se-pai", endless(), { atOnce: 20, common: { rules: { preset: "taiwan" } } })) {
    if (line.problem !== undefined || line.answer.rules.preset !== "taiwan") break;
    taken += 1;
    if (line.index === 50) break;
  }
}
found["taken"] = taken;

// Patience, with a service that fails as told
const patient = new Lipai(scripted, { key: " abc\n", retry: { first: 0.01, longest: 1 }, timeout: 0.5 });
found["again"] = await patient.games();
found["busy"] = await refused(patient.game("zi-pai")).then((error) => (error instanceof BusyError ? [error.status, error.retryAfter] : String(error)));
found["slow"] = (await refused(patient.examples("zi-pai"))) instanceof TooSlowError;
const resumed: number[] = [];
for await (const line of patient.arrangeBatch("zi-pai", Array.from({ length: 11 }, (_, at) => ({ hand: "x", label: String(at) })))) resumed.push(line.index);
found["resumed"] = resumed;

console.log(JSON.stringify(found));
