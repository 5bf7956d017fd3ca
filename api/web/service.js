// Asking the service. One question of a kind at a time: a newer one cancels the older.

const running = new Map();

/** What the service says no to, as it says it. */
export class Refusal extends Error {
  constructor(problem) {
    super(problem.errors?.[0]?.message ?? problem.detail ?? problem.title);
    this.errors = problem.errors?.length ? problem.errors : [{ message: this.message, pointer: "" }];
    this.code = problem.code;
  }
}

/** No answer came: the service can't be reached. */
export class Unreachable extends Error {}

async function ask(address, options = {}, read = (response) => response.json()) {
  let response;
  try {
    response = await fetch(address, options);
    if (response.ok) return await read(response);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Unreachable();
  }
  throw new Refusal(await response.json().catch(() => ({ title: `HTTP ${response.status}` })));
}

/** The answer that is under way is not wanted any more. */
export const cancel = (kind) => running.get(kind)?.abort();

const kept = new Map();

/** A document that stays as it is. */
export function stored(address, read = undefined) {
  if (!kept.has(address)) kept.set(address, ask(address, {}, read).catch((error) => { kept.delete(address); throw error; }));
  return kept.get(address);
}

/** The faces of a game's cards, as the text of an SVG. */
export const drawnFaces = (game) => stored(`/v1/games/${game}/cards.svg`, (response) => response.text());

/** The answer to an operation; undefined where a newer question of the same kind came in between. */
export async function perform(game, operation, fields, kind = operation) {
  running.get(kind)?.abort();
  const control = new AbortController();
  running.set(kind, control);
  try {
    const answer = await ask(`/v1/games/${game}/${operation}`, {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(fields), signal: control.signal,
    });
    return control.signal.aborted ? undefined : answer;
  } catch (error) {
    if (error.name === "AbortError" || control.signal.aborted) return undefined;
    throw error;
  }
}

/** The same request for three kinds of callers. */
export function asCode(game, operation, fields) {
  const address = `${location.origin}/v1/games/${game}/${operation}`;
  const json = JSON.stringify(fields, null, 2);
  const quoted = json.replaceAll("'", "'\\''");
  return {
    curl: `curl -s ${address} \\\n  -H 'content-type: application/json' \\\n  -d '${quoted}'`,
    Python: `import json\nfrom urllib.request import Request, urlopen\n\nfields = json.loads(${python(json)})\nrequest = Request(\n    "${address}",\n    json.dumps(fields).encode(),\n`
      + `    {"content-type": "application/json"},\n)\nanswer = json.load(urlopen(request))\nprint(json.dumps(answer, indent=2, ensure_ascii=False))`,
    JavaScript: `const response = await fetch("${address}", {\n  method: "POST",\n  headers: { "content-type": "application/json" },\n  body: JSON.stringify(${json}),\n});\n`
      + "const answer = await response.json();\nconsole.log(answer);",
  };
}

/** JSON within a raw string of Python; where it holds what ends one, as an escaped string. */
const python = (json) => (json.includes("'''") || json.includes("\\") ? JSON.stringify(JSON.stringify(JSON.parse(json))) : `r'''${json}'''`);
