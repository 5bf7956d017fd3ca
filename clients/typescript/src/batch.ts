// Many requests as pieces of JSON Lines, each kept until it is answered, so that it can be sent again from any line on.
import { UnreachableError } from "./errors.js";
import type { BatchLine, Game } from "./types.js";

/** Characters of a piece; one request may be longer. */
const LARGEST = 4 << 20;

/** Some requests of a batch, in order, and how many of them are answered. */
export class Piece {
  done = 0;
  private sent = 0;

  constructor(
    readonly first: number,
    readonly lines: readonly string[],
  ) {}

  get open(): boolean {
    return this.done < this.lines.length;
  }

  /** What is yet to be answered, as the next body to send. */
  body(): string {
    this.sent = this.done;
    return this.lines.slice(this.done).join("");
  }

  /** The answer to the next request, read from its line. */
  take<G extends Game>(line: string): BatchLine<G> {
    const { index, problem, ...answer } = JSON.parse(line);
    if (!this.open || index !== this.done - this.sent) {
      throw new UnreachableError(`line ${index} came where ${this.done - this.sent} was due`);
    }
    const at = this.first + this.done;
    this.done += 1;
    return problem === undefined ? { index: at, answer } : { index: at, problem };
  }
}

/** Requests as pieces of at most so many lines and LARGEST characters, taken as needed. */
export async function* pieces<T>(requests: Iterable<T> | AsyncIterable<T>, common: object, atOnce: number): AsyncGenerator<Piece> {
  // A text is an iterable too; each of its characters would be taken for a hand.
  if (typeof requests === "string") throw new TypeError("arrangeBatch takes several requests: a list, or another iterable; put a single one into a list");
  let lines: string[] = [];
  let size = 0;
  let first = 0;
  for await (const request of requests) {
    const fields = typeof request === "string" || Array.isArray(request) ? { hand: request } : request;
    const line = `${JSON.stringify({ ...common, ...fields })}\n`;
    if (lines.length > 0 && (size + line.length > LARGEST || lines.length >= atOnce)) {
      yield new Piece(first, lines);
      first += lines.length;
      lines = [];
      size = 0;
    }
    lines.push(line);
    size += line.length;
  }
  if (lines.length > 0) yield new Piece(first, lines);
}
