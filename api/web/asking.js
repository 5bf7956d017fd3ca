// Asking a service, as page and component do it.

/** What the service says no to, as it says it. */
export class Refusal extends Error {
  constructor(problem, status) {
    const errors = problem.errors?.length ? problem.errors : [{ message: problem.detail || problem.title || "", pointer: "" }];
    super(errors.map((one) => one.message).join("; "));
    this.problem = problem;
    this.errors = errors;
    this.code = problem.code;
    this.status = status;
  }
}

/** No answer came: the service can't be reached. */
export class Unreachable extends Error {}

export const json = (response) => response.json();
export const text = (response) => response.text();

/** What `fetch` needs to send fields. */
export const posted = (fields) => ({ method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(fields) });

/** What `read` makes of the answer. Options are those of `fetch`, and the key to send. Raises Refusal, Unreachable, and AbortError when it was called off. */
export async function ask(address, { key, headers, ...options } = {}, read = json) {
  const all = { ...headers, ...(key ? { authorization: `Bearer ${key}` } : {}) };
  let response;
  try {
    response = await fetch(address, { ...options, headers: all });
    if (response.ok) return await read(response);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Unreachable();
  }
  throw new Refusal(await response.json().catch(() => ({ title: `HTTP ${response.status}` })), response.status);
}

const kept = new Map();

/** What `call` brings, for documents that stay as they are: asked for once by that name, and again after a failure. */
export function once(name, call) {
  if (!kept.has(name)) kept.set(name, call().catch((error) => { kept.delete(name); throw error; }));
  return kept.get(name);
}
