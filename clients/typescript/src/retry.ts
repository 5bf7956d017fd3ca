// When to ask again: as the service says, else with pauses that double, never all clients at once.
import { LipaiError } from "./errors.js";

/** How often and how patiently to try. Every operation can be repeated without harm. */
export interface Retry {
  /** Tries in all. */
  readonly attempts: number;
  /** The longest pause in seconds; a service that asks for a longer one is not asked again. */
  readonly longest: number;
  /** Seconds after the first failure where the service names none; they double with each. */
  readonly first: number;
  /** The share of the pause added at random, at most. */
  readonly jitter: number;
}

export const RETRY: Retry = { attempts: 5, longest: 30, first: 0.2, jitter: 0.25 };

/** Wait after this many failures in a row, or throw the last. Never comes back before Retry-After. */
export async function pause(retry: Retry, failure: unknown, failures: number, signal?: AbortSignal): Promise<void> {
  if (!(failure instanceof LipaiError) || !failure.passing || failures >= retry.attempts) throw failure;
  const asked = failure.retryAfter ?? 0;
  if (asked > retry.longest) throw failure;
  const plain = Math.max(asked, Math.min(retry.first * 2 ** Math.min(failures - 1, 30), retry.longest));
  await sleep(plain * (1 + retry.jitter * Math.random()), signal);
}

/** So many seconds; an abort ends them. */
export function sleep(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, seconds * 1000);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
