// Draws the OpenAPI document: every operation with its fields, examples, answers, and a form that sends it.
import { ask, Refusal, Unreachable } from "./asking.js";
import { keyInUse } from "./key.js";

const place = document.getElementById("paths");

function make(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

/** The document; a service that keeps it for those with a key is told the key that the page at / was given. */
async function described() {
  try {
    return await ask("/openapi.json", { key: keyInUse() });
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
    const more = error.status === 401 ? [" ", make("a", { href: "/", textContent: "Give it on the page" }), ", then come back."] : [];
    place.replaceChildren(make("p", { role: "alert" }, error.message || "The service can't be reached.", ...more));
    return null;
  }
}

const spec = await described();

const pretty = (value) => (typeof value === "string" ? value : JSON.stringify(value, null, 2));
const resolve = (node) => (node?.$ref ? node.$ref.split("/").slice(1).reduce((at, step) => at[step], spec) : node);

function kind(schema, depth = 0) {
  const known = resolve(schema) ?? {};
  if (known.enum) return known.enum.map(String).join(" | ");
  if (known.const !== undefined) return String(known.const);
  if (known.anyOf) return [...new Set(known.anyOf.map((part) => kind(part, depth + 1)))].join(" | ");
  if (known.type === "array") return `list of ${depth > 2 ? "…" : kind(known.items ?? {}, depth + 1)}`;
  return known.title && known.type === "object" ? known.title : (known.type ?? "any");
}

function fields(schema) {
  const known = resolve(schema) ?? {};
  const rows = Object.entries(known.properties ?? {}).map(([name, field]) =>
    make("tr", {}, make("td", {}, make("code", { textContent: name })), make("td", { textContent: kind(field) }),
      make("td", { textContent: known.required?.includes(name) ? "required" : field.default === undefined ? "" : `default ${pretty(field.default)}` }),
      make("td", { textContent: field.description ?? "" })));
  return rows.length ? make("table", {}, make("tbody", {}, ...rows)) : "";
}

async function show(output, address, options) {
  const begun = performance.now();
  const key = keyInUse();
  const response = await fetch(address, { ...options, headers: { ...options.headers, ...(key ? { authorization: `Bearer ${key}` } : {}) } });
  const text = await response.text();
  let body = text;
  try { body = pretty(JSON.parse(text)); } catch { /* no JSON: shown as it is */ }
  output.textContent = `${response.status} · ${(performance.now() - begun).toFixed(1)} ms · ${response.headers.get("server-timing") ?? ""}\n${body}`;
}

function form(path, method, operation) {
  const output = make("pre", { hidden: true });
  const send = make("button", { type: "button", textContent: "Send" });
  const run = (options, address = path) => { output.hidden = false; show(output, address, options); };
  if (method === "get") {
    const query = (operation.parameters ?? []).some((one) => one.in === "query");
    const address = make("input", { value: path + (query ? "?hand=" : ""), size: 60, ariaLabel: "address" });
    send.onclick = () => run({}, address.value);
    return make("div", {}, address, send, output);
  }
  const [[type, { examples = {} }]] = Object.entries(operation.requestBody.content);
  const body = make("textarea", { spellcheck: false, value: pretty(Object.values(examples)[0]?.value ?? {}), ariaLabel: "body" });
  const choice = make("select", { ariaLabel: "example" }, ...Object.entries(examples).map(([id, one]) => make("option", { value: id, textContent: one.summary ?? id })));
  choice.onchange = () => { body.value = pretty(examples[choice.value].value); };
  send.onclick = () => run({ method: "POST", headers: { "content-type": type }, body: body.value });
  return make("div", {}, choice, body, send, output);
}

function entry(path, method, operation) {
  const first = (content) => content?.["application/json"] ?? Object.values(content ?? {})[0];
  const media = first(operation.requestBody?.content);
  const answer = first(resolve(operation.responses["200"])?.content);
  const statuses = Object.entries(operation.responses).map(([status, one]) => `${status} ${resolve(one).description}`).join(" · ");
  const query = (operation.parameters ?? []).map(resolve).filter((one) => one.in === "query");
  const asked = query.length ? { properties: Object.fromEntries(query.map((one) => [one.name, one.schema])), required: query.filter((one) => one.required).map((one) => one.name) } : null;
  return make("details", { id: operation.operationId },
    make("summary", {}, make("span", { className: "method", textContent: method.toUpperCase() }), make("code", { textContent: path }), ` ${operation.summary}`),
    media ? make("h4", { textContent: "Request" }) : "", media ? fields(media.schema) : "",
    asked ? make("h4", { textContent: "Query" }) : "", asked ? fields(asked) : "",
    make("h4", { textContent: "Try it" }), form(path, method, operation),
    answer ? make("h4", { textContent: "Answer" }) : "", answer ? fields(answer.schema) : "",
    make("p", { textContent: statuses }));
}

const groups = new Map();
if (spec) document.getElementById("about").textContent = spec.info.description;
for (const [path, methods] of Object.entries(spec?.paths ?? {})) {
  for (const [method, operation] of Object.entries(methods)) {
    const tag = operation.tags?.[0] ?? "Service";
    if (!groups.has(tag)) groups.set(tag, make("section", {}, make("h2", { textContent: tag })));
    groups.get(tag).append(entry(path, method, operation));
  }
}
if (spec) place.replaceChildren(...groups.values());
