// House rules as a form made from the game's schema, and what else can be said about a hand.
import { app, formWords, presetName } from "./app.js";
import { objectiveName } from "./board.js";
import { byId, h, redraw } from "./dom.js";
import { difference, Form } from "./form.js";
import { t } from "./texts.js";

const COMMON = ["hand", "rules", "objective", "top", "engine", "deadline_ms", "lang", "label"];

/** The preset in force. */
export const preset = () => app.state.rules?.preset ?? app.game.presets[0];

function showNow() {
  const changes = Object.keys(app.state.rules ?? {}).filter((name) => name !== "preset").length;
  byId("rules-now").textContent = `${presetName(preset())}${changes ? ` · ${t("changed")}` : ""}`;
}

function choose(name, changes) {
  const rules = { ...(name === app.game.presets[0] ? {} : { preset: name }), ...changes };
  app.state.rules = Object.keys(rules).length ? rules : null;
  app.state.choice = 0;
  showNow();
  app.changed("rules");
}

/** The rules and the objective. */
export function drawRules() {
  showNow();
  const { presets, objectives, rules } = app.game;
  const values = rules.presets[preset()];
  const form = new Form(rules.schema, {
    value: merged(values, app.state.rules ?? {}), skip: ["preset"], words: formWords, prefix: "rules",
    changed: (value) => choose(preset(), difference(value, values)),
  });
  const select = (id, label, options, now, pick, name) => h("div", { className: "field" }, h("label", { htmlFor: id }, label),
    h("select", { id, onchange: (event) => pick(event.target.value) }, options.map((one) => h("option", { value: one, selected: one === now }, name(one)))));
  redraw(byId("rules").querySelector(".inside"),
    h("div", { className: "form two" },
      presets.length > 1 ? select("preset", t("preset"), presets, preset(), (name) => { choose(name, {}); drawRules(); }, presetName) : null,
      objectives.length > 1 ? select("objective", t("objective"), objectives, app.state.objective ?? objectives[0], (name) => {
        app.state.objective = name === objectives[0] ? null : name;
        app.state.choice = 0;
        app.changed("rules");
      }, (name) => objectiveName(app, name)) : null),
    form.node,
    app.state.rules ? h("button", { type: "button", className: "quiet small", onclick: () => { choose(app.game.presets[0], {}); drawRules(); } }, t("reset")) : null);
}

function merged(base, over) {
  const found = { ...base };
  for (const [key, value] of Object.entries(over)) {
    found[key] = value && typeof value === "object" && !Array.isArray(value) ? merged(base?.[key] ?? {}, value) : value;
  }
  return found;
}

/** The fields of `arrange` that only this game has. */
export function drawMore() {
  const form = new Form(app.game.schemas.arrange, {
    value: app.state.more, skip: COMMON, words: formWords, prefix: "more",
    changed: (value) => { app.state.more = trimmed(value, app.game.schemas.arrange); app.state.groups = null; app.changed("hand"); },
  });
  byId("more").hidden = form.empty;
  redraw(byId("more").querySelector(".inside"), form.node);
}

/** Without what is as it would be anyway. */
export function trimmed(value, schema) {
  return Object.fromEntries(Object.entries(value).filter(([name, one]) => difference(one, schema.properties[name]?.default) !== undefined));
}
