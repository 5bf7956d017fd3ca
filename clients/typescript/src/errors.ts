// What can go wrong between a caller and the service. All are LipaiError.
import type { Problem } from "./types.js";

/** Statuses that say nothing about the request: it may be answered later. */
const PASSING = new Set([429, 502, 503, 504]);

export class LipaiError extends Error {
  override readonly name: string = "LipaiError";
  /** The same request may be answered later. */
  passing = false;
  /** Seconds after which to ask again, where the service says so. */
  retryAfter: number | undefined;
}

/** The service refused: `errors` say what is wrong and where (JSON pointer, and the character within a text). */
export class ProblemError extends LipaiError {
  override readonly name: string = "ProblemError";

  constructor(
    readonly problem: Problem,
    retryAfter?: number,
  ) {
    super(`${problem.status} ${problem.title}${problem.detail ? `: ${problem.detail}` : ""}`);
    this.passing = PASSING.has(problem.status);
    this.retryAfter = retryAfter;
  }

  get status(): number {
    return this.problem.status;
  }

  /** The code of the first error; it never changes with the language. */
  get code(): string {
    return this.problem.code;
  }

  get errors(): Problem["errors"] {
    return this.problem.errors;
  }
}

/** 429 or 503, still so after all attempts, or for longer than the client may wait. */
export class BusyError extends ProblemError {
  override readonly name = "BusyError";
}

/** Nobody answers there, or the connection broke. */
export class UnreachableError extends LipaiError {
  override readonly name = "UnreachableError";
  override passing = true;
}

/** The time allowed ran out before the answer came. */
export class TooSlowError extends LipaiError {
  override readonly name = "TooSlowError";
}

/** What came back is not of this contract. */
export class UnexpectedAnswerError extends LipaiError {
  override readonly name = "UnexpectedAnswerError";

  constructor(
    readonly status: number,
    readonly body: string,
  ) {
    super(`status ${status}, not of this contract: ${body.slice(0, 200)}`);
    this.passing = PASSING.has(status);
  }
}

/** The error for a response that is no success. */
export async function refusal(response: Response): Promise<LipaiError> {
  const body = await response.text();
  const after = seconds(response.headers.get("retry-after"));
  const type = response.headers.get("content-type") ?? "";
  if (type.split(";")[0]?.trim().toLowerCase() === "application/problem+json") {
    try {
      const problem = JSON.parse(body) as Problem;
      return response.status === 429 || response.status === 503 ? new BusyError(problem, after) : new ProblemError(problem, after);
    } catch {
      // told below as what it is
    }
  }
  const unexpected = new UnexpectedAnswerError(response.status, body);
  unexpected.retryAfter = after;
  return unexpected;
}

/** A Retry-After header in seconds from now: a number, or a date. */
export function seconds(header: string | null): number | undefined {
  if (header === null) return undefined;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const then = /[A-Za-z]{3}.*GMT$/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(then) ? undefined : Math.max(0, (then - Date.now()) / 1000);
}
