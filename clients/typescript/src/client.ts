// The client: every operation of the contract over fetch, in browsers and in Node 18 or newer. It has no dependencies.
import { Piece, pieces } from "./batch.js";
import { LipaiError, refusal, TooSlowError, UnexpectedAnswerError, UnreachableError } from "./errors.js";
import { pause, RETRY, type Retry, sleep } from "./retry.js";
import type { AnswerOf, BatchLine, Checked, Game, GameWith, Hand, Lang, PublicKey, Receipt, RequestOf, Schemas, VerdictRecord } from "./types.js";

export interface Options {
  /** Sent as `Authorization: Bearer …`. */
  readonly key?: string;
  /** The language of names and messages for requests without a `lang`. */
  readonly lang?: Lang;
  /** Seconds without data after which a request is given up. */
  readonly timeout?: number;
  readonly retry?: Partial<Retry>;
  /** Another way to send, for tests. */
  readonly fetch?: typeof fetch;
}

export interface CallOptions {
  /** Ends the call, its pauses too. */
  readonly signal?: AbortSignal;
}

/** A response whose data must keep coming: each wait has its own time. */
interface Open {
  readonly response: Response;
  readonly alive: () => void;
  readonly close: () => void;
}

/** The address without what ends it. Throws TypeError for what is no address; on a page it may begin with / or be empty: that of the page. */
function address(url: string): string {
  const ofPage = "location" in globalThis && (url === "" || url.startsWith("/"));
  if (!ofPage && !/^https?:\/\/[^/?#]/.test(url)) throw new TypeError(`the service's address must begin with http:// or https://, not ${JSON.stringify(url)}`);
  return url.replace(/\/+$/, "");
}

/** The key without blanks around it. Throws TypeError, without the key, for one that no header takes. */
function plain(key: string): string {
  const held = key.trim();
  if (!/^[\x20-\x7e]*$/.test(held)) throw new TypeError("the key holds characters that no key has: line breaks within it, or others than plain ASCII");
  return held;
}

/**
 * Asks a Lipai service. The constructor throws TypeError for an address or a key that can't be one, methods ProblemError for what the
 * service refuses, BusyError when it has no time even after all attempts.
 */
export class Lipai {
  readonly #base: string;
  readonly #headers: Record<string, string>;
  readonly #timeout: number;
  readonly #retry: Retry;
  readonly #fetch: typeof fetch;

  constructor(url = "http://127.0.0.1:8000", options: Options = {}) {
    this.#base = address(url);
    this.#headers = { accept: "application/json, application/jsonl" };
    const key = plain(options.key ?? "");
    if (key) this.#headers["authorization"] = `Bearer ${key}`;
    if (options.lang) this.#headers["accept-language"] = options.lang;
    this.#timeout = options.timeout ?? 30;
    this.#retry = { ...RETRY, ...options.retry };
    this.#fetch = options.fetch ?? ((...given) => fetch(...given));
  }

  /** All games in short. */
  async games(options: CallOptions = {}): Promise<Schemas["GameList"]["games"]> {
    return (await this.#ask<Schemas["GameList"]>("/v1/games", undefined, options)).games;
  }

  /** One game: rules as data, notation, cards, violation codes, JSON Schemas. */
  game(game: Game, options: CallOptions = {}): Promise<Schemas["GameDescription"]> {
    return this.#ask(`/v1/games/${game}`, undefined, options);
  }

  /** A game's worked hands, with their answers. */
  async examples(game: Game, options: CallOptions = {}): Promise<Schemas["ExampleList"]["examples"]> {
    return (await this.#ask<Schemas["ExampleList"]>(`/v1/games/${game}/examples`, undefined, options)).examples;
  }

  /** The optimal arrangement of a hand. */
  arrange<G extends GameWith<"arrange">>(game: G, request: RequestOf<G, "arrange">, options: CallOptions = {}): Promise<AnswerOf<G, "arrange">> {
    return this.#ask(`/v1/games/${game}/arrange`, request, options);
  }

  /** Is this claim right? All that is wrong with it. */
  verify<G extends GameWith<"verify">>(game: G, request: RequestOf<G, "verify">, options: CallOptions = {}): Promise<AnswerOf<G, "verify">> {
    return this.#ask(`/v1/games/${game}/verify`, request, options);
  }

  /** Who pays whom. */
  settle<G extends GameWith<"settle">>(game: G, request: RequestOf<G, "settle">, options: CallOptions = {}): Promise<AnswerOf<G, "settle">> {
    return this.#ask(`/v1/games/${game}/settle`, request, options);
  }

  /** What to do next. */
  advise<G extends GameWith<"advise">>(game: G, request: RequestOf<G, "advise">, options: CallOptions = {}): Promise<AnswerOf<G, "advise">> {
    return this.#ask(`/v1/games/${game}/advise`, request, options);
  }

  /** Compute ahead what a rule set needs; waits until it is ready, at most so many seconds. With `wait: 0` it is only begun. */
  async prepare<G extends GameWith<"prepare">>(
    game: G,
    request: RequestOf<G, "prepare">,
    options: CallOptions & { readonly wait?: number } = {},
  ): Promise<AnswerOf<G, "prepare">> {
    const wait = options.wait ?? 600;
    const until = Date.now() + wait * 1000;
    for (;;) {
      const state = await this.#ask<AnswerOf<G, "prepare"> & { retry_after: number | null }>(`/v1/games/${game}/prepare`, request, options);
      if (state.retry_after === null || wait <= 0) return state;
      if (Date.now() + state.retry_after * 1000 > until) throw new TooSlowError(`not ready within ${wait} seconds; the service goes on computing`);
      await sleep(state.retry_after, options.signal);
    }
  }

  /**
   * Whether the service signed this receipt of a verdict, and its ledger has it; of a whole answer to `verify` the verdict is checked too.
   * Like the two below it is for services with a ledger; another answers 404.
   */
  checkReceipt(receipt: Receipt | { readonly receipt: Receipt } | Schemas["Verdict"], options: CallOptions = {}): Promise<Checked> {
    return this.#ask("/v1/verdicts/check", receipt, options);
  }

  /** A verdict by the id of its receipt: claim, verdict and receipt as they were. */
  verdict(id: string, options: CallOptions = {}): Promise<VerdictRecord> {
    return this.#ask(`/v1/verdicts/${encodeURIComponent(id)}`, undefined, options);
  }

  /** The public keys that sign receipts, the one that signs now first. */
  async keys(options: CallOptions = {}): Promise<readonly PublicKey[]> {
    return (await this.#ask<Schemas["PublicKeys"]>("/v1/keys", undefined, options)).keys;
  }

  /**
   * Arrange any number of hands, a line for each, in their order. Requests are fields or hands alone, from any iterable; they are taken
   * as needed, `atOnce` at a time. What a broken connection left unanswered is asked again.
   */
  async *arrangeBatch<G extends Game>(
    game: G,
    requests: Iterable<RequestOf<G, "arrange"> | Hand> | AsyncIterable<RequestOf<G, "arrange"> | Hand>,
    options: CallOptions & { readonly atOnce?: number; readonly common?: Partial<RequestOf<G, "arrange">> } = {},
  ): AsyncGenerator<BatchLine<G>, void, undefined> {
    for await (const piece of pieces(requests, options.common ?? {}, options.atOnce ?? 2000)) {
      let failures = 0;
      while (piece.open) {
        const before = piece.done;
        let failure: unknown = new UnreachableError("the answer ended before its last line; the service may have been stopped");
        try {
          yield* this.#lines<G>(game, piece, options.signal);
        } catch (error) {
          failure = error;
        }
        if (piece.open) {
          failures = piece.done === before ? failures + 1 : 1;
          await pause(this.#retry, failure, failures, options.signal);
        }
      }
    }
  }

  async *#lines<G extends Game>(game: G, piece: Piece, signal: AbortSignal | undefined): AsyncGenerator<BatchLine<G>, void, undefined> {
    const { response, alive, close } = await this.#open(`/v1/games/${game}/arrange/batch`, piece.body(), "application/jsonl", signal);
    try {
      if (!response.ok) throw await told(refusal(response), signal);
      const reader = response.body?.getReader();
      const decoder = new TextDecoder();
      let begun = "";
      for (;;) {
        const chunk = reader ? await told(reader.read(), signal) : { done: true as const, value: undefined };
        if (chunk.done) return;
        alive();
        const lines = (begun + decoder.decode(chunk.value, { stream: true })).split("\n");
        begun = lines.pop() ?? "";
        for (const line of lines) yield piece.take<G>(line);
      }
    } finally {
      close();
    }
  }

  /** Whether the service answers, and answers rightly. Asks once. */
  async ready(): Promise<boolean> {
    try {
      const { response, close } = await this.#open("/readyz", undefined, undefined, undefined);
      close();
      return response.ok;
    } catch {
      return false;
    }
  }

  /** The answer, after as many tries as it takes. */
  async #ask<T>(path: string, request: unknown, { signal }: CallOptions): Promise<T> {
    const body = request === undefined ? undefined : JSON.stringify(request);
    for (let failures = 1; ; failures += 1) {
      try {
        const { response, close } = await this.#open(path, body, "application/json", signal);
        try {
          if (!response.ok) throw await told(refusal(response), signal);
          return read<T>(response.status, await told(response.text(), signal));
        } finally {
          close();
        }
      } catch (error) {
        await pause(this.#retry, error, failures, signal);
      }
    }
  }

  /** Send, and have the response's head. Its data must then come within the time allowed, or be told `alive`. */
  async #open(path: string, body: string | undefined, type: string | undefined, signal: AbortSignal | undefined): Promise<Open> {
    const controller = new AbortController();
    const give = (): void => controller.abort(new TooSlowError(`${path}: no answer in time`));
    const stop = (): void => controller.abort(signal?.reason);
    let timer = setTimeout(give, this.#timeout * 1000);
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop, { once: true });
    const close = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      controller.abort();
    };
    const alive = (): void => {
      clearTimeout(timer);
      timer = setTimeout(give, this.#timeout * 1000);
    };
    const headers = body === undefined || type === undefined ? this.#headers : { ...this.#headers, "content-type": type };
    const init: RequestInit = { method: body === undefined ? "GET" : "POST", headers, signal: controller.signal };
    if (body !== undefined) init.body = body;
    try {
      return { response: await told(this.#fetch(this.#base + path, init), signal), alive, close };
    } catch (error) {
      close();
      throw error;
    }
  }
}

/** What a promise of fetch brings; its failure in our words, the caller's own abort as it is. */
async function told<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof LipaiError || (signal?.aborted && error === signal.reason)) throw error;
    const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
    throw new UnreachableError(`${error instanceof Error ? error.message : String(error)}${cause}`, { cause: error });
  }
}

function read<T>(status: number, body: string): T {
  try {
    return JSON.parse(body) as T;
  } catch {
    throw new UnexpectedAnswerError(status, body);
  }
}
