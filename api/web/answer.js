// An arranged hand: what it is worth, the board, and how sure that is. Page and component show the same; `scene` is as in board.js.
import { bar, board, notice, objectiveName } from "./board.js";
import { h } from "./dom.js";

const CHANCES = ["win", "tie", "push", "lose", "scoop", "scooped", "probability"];

function value(scene, answer, arrangement) {
  const { speech } = scene;
  const shown = arrangement.value ?? arrangement.details?.expected;
  if (typeof shown !== "number") return null;
  const signed = answer.objective === "expected" || !Number.isInteger(shown) || shown < 0;
  const words = answer.objective === "points" && arrangement.value !== null ? null : arrangement.value === null ? speech.t("detail-expected") : objectiveName(scene, answer.objective);
  return h("p", { className: "value" }, words ? [h("b", {}, speech.number(shown, signed)), ` ${words}`] : h("b", {}, speech.counted(shown)));
}

function chances(scene, details) {
  const bars = CHANCES.filter((name) => typeof details[name] === "number").map((name) => bar(scene, details[name], scene.speech.t(`detail-${name}`), name));
  return bars.length ? h("div", { className: "chances" }, bars) : null;
}

/** Details that are no chances, in a line. */
export function others({ speech, game }, details) {
  const entries = Object.entries(details).filter(([name, one]) => !CHANCES.includes(name) && !["cost", "expected"].includes(name)
    && speech.known(`detail-${name}`) && one !== null && typeof one !== "object");
  const written = (one) => (typeof one === "boolean" ? speech.t(one ? "yes" : "no") : typeof one === "number" ? speech.number(one) : speech.said(game.words.bonus?.[one] ?? game.words.natural?.[one]) || one.replaceAll("-", " "));
  return entries.length ? h("p", { className: "small" }, entries.map(([name, one]) => `${speech.t(`detail-${name}`)}: ${written(one)}`).join(" · ")) : null;
}

/** Proven or not, the best of how many, against whom. */
export function proof({ speech }, answer) {
  const words = [speech.t(answer.status, { error: answer.standard_error?.toFixed(4) ?? "?" })];
  if (answer.count) words.push(answer.count === 1 ? speech.t("count-one") : speech.t("count-settings", { count: speech.number(answer.count) }));
  if (answer.opponents) words.push(speech.t("against", { id: answer.opponents.id }));
  return h("p", { className: "small" }, words.join(" · "));
}

/** A hand that wins by itself, and whether to say so. */
export function natural(scene, { name, value: worth, declare, groups }) {
  const { speech, game } = scene;
  return h("section", { className: "natural" },
    h("h3", {}, speech.t("natural", { name: speech.said(game.words.natural?.[name]) || speech.choice(name), value: speech.number(worth) })),
    h("p", {}, speech.t(declare ? "declare" : "declare-not")),
    board(scene, { groups, loose: [], details: {} }));
}

/** Whether the hand wins under the rules, and why not. */
export function outcome({ speech }, answer) {
  if (answer.wins === null) return answer.complete || !answer.reason ? null : notice("calm", answer.reason);
  return notice(answer.wins ? "good" : "calm", h("b", {}, speech.t(answer.wins ? "wins" : "wins-not")), answer.reason ? ` — ${answer.reason}` : "");
}

/** One arrangement of an answer, as against `base`. */
export function arranged(scene, answer, shown, base = null) {
  return [
    answer.natural ? natural(scene, answer.natural) : null,
    outcome(scene, answer),
    h("div", { className: "headline" }, value(scene, answer, shown), chances(scene, shown.details)),
    board(scene, shown, base),
    others(scene, shown.details),
    proof(scene, answer),
  ];
}
