// Asking the service. One question of a kind at a time: a newer one cancels the older. Where it wants a key, questions wait for one.
import { ask, once, posted, Refusal, text } from "./asking.js";
import { admitted } from "./door.js";
import { keyInUse } from "./key.js";
import { language } from "./texts.js";

const running = new Map();

async function send(address, { headers, ...options } = {}, read = undefined) {
  for (;;) {
    const key = keyInUse();
    try {
      return await ask(address, { ...options, key, headers: { ...headers, "accept-language": language() } }, read);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 401) throw error;
      // Another key may have come in between.
      if (key === keyInUse()) await admitted(error);
      options.signal?.throwIfAborted();
    }
  }
}

/** The answer that is under way is not wanted any more. */
export const cancel = (kind) => running.get(kind)?.abort();

/** A document that stays as it is. */
export const stored = (address, read = undefined) => once(address, () => send(address, {}, read));

/** The faces of a game's cards, as the text of an SVG. */
export const drawnFaces = (game) => stored(`/v1/games/${game}/cards.svg`, text);

/** The answer to an operation; undefined where a newer question of the same kind came in between. */
export async function perform(game, operation, fields, kind = operation) {
  running.get(kind)?.abort();
  const control = new AbortController();
  running.set(kind, control);
  try {
    const answer = await send(`/v1/games/${game}/${operation}`, { ...posted(fields), signal: control.signal });
    return control.signal.aborted ? undefined : answer;
  } catch (error) {
    if (error.name === "AbortError" || control.signal.aborted) return undefined;
    throw error;
  }
}

/** The same request for three kinds of callers. A key in use is not in it, only where it goes. */
export function asCode(game, operation, fields) {
  const address = `${location.origin}/v1/games/${game}/${operation}`;
  const written = JSON.stringify(fields, null, 2);
  const quoted = written.replaceAll("'", "'\\''");
  const locked = keyInUse() !== null;
  return {
    curl: `curl -s ${address} \\\n  -H 'content-type: application/json' \\\n${locked ? `  -H "authorization: Bearer $LIPAI_KEY" \\\n` : ""}  -d '${quoted}'`,
    Python: `import json\n${locked ? "import os\n" : ""}from urllib.request import Request, urlopen\n\nfields = json.loads(${python(written)})\nrequest = Request(\n    "${address}",\n`
      + `    json.dumps(fields).encode(),\n    {"content-type": "application/json"${locked ? `, "authorization": f"Bearer {os.environ['LIPAI_KEY']}"` : ""}},\n)\n`
      + "answer = json.load(urlopen(request))\nprint(json.dumps(answer, indent=2, ensure_ascii=False))",
    JavaScript: `const response = await fetch("${address}", {\n  method: "POST",\n`
      + `  headers: { "content-type": "application/json"${locked ? ", authorization: `Bearer ${process.env.LIPAI_KEY}`" : ""} },\n  body: JSON.stringify(${written}),\n});\n`
      + "const answer = await response.json();\nconsole.log(answer);",
  };
}

/** JSON within a raw string of Python; where it holds what ends one, as an escaped string. */
const python = (written) => (written.includes("'''") || written.includes("\\") ? JSON.stringify(JSON.stringify(JSON.parse(written))) : `r'''${written}'''`);
