// The best arrangement, why it is the best, and the other ways with what each costs.
import { app, hasSlots, short } from "./app.js";
import { h } from "./dom.js";
import { bar, board, keyOf, notice } from "./groups.js";
import { choice, counted, known, number, t } from "./texts.js";

const CHANCES = ["win", "tie", "push", "lose", "scoop", "scooped", "probability"];

/** What to say while there is no answer. */
export function waiting() {
  const count = app.state.hand.length;
  const missing = short(count);
  if (!count) return notice("calm", t("appears"));
  if (missing > 0) return notice("calm", t("add-more", { count: missing }));
  if (missing < 0) return notice("bad", t("too-many", { count: -missing }));
  return h("div", { className: "waiting", ariaHidden: "true" });
}

/** What an alternative gives away; null where that is no number. */
function cost(arrangement, best) {
  if (typeof arrangement.value === "number" && typeof best.value === "number") return best.value - arrangement.value;
  return typeof arrangement.details?.cost === "number" ? arrangement.details.cost : null;
}

/** What an alternative costs, in words; a grouping that leaves more cards loose is worse whatever its points. */
function price(arrangement, best) {
  const lost = cost(arrangement, best);
  const looser = hasSlots() ? 0 : arrangement.loose.length - best.loose.length;
  const words = looser > 0 ? [t("more-loose", { count: looser })] : [];
  if (lost !== null && Math.abs(lost) >= 5e-4) words.push(number(-lost, true));
  return words.length || lost === null ? words.join(" · ") : t("equal");
}

function value(answer, arrangement) {
  const shown = arrangement.value ?? arrangement.details?.expected;
  if (typeof shown !== "number") return null;
  const signed = answer.objective === "expected" || !Number.isInteger(shown) || shown < 0;
  const words = answer.objective === "points" && arrangement.value !== null ? null : arrangement.value === null ? t("detail-expected") : choice(answer.objective);
  return h("p", { className: "value" }, words ? [h("b", {}, number(shown, signed)), ` ${words}`] : h("b", {}, counted(shown)));
}

function chances(details) {
  const bars = CHANCES.filter((name) => typeof details[name] === "number").map((name) => bar(details[name], t(`detail-${name}`), name));
  return bars.length ? h("div", { className: "chances" }, bars) : null;
}

function others(details, arrangement) {
  const entries = Object.entries(details).filter(([name, one]) => !CHANCES.includes(name) && name !== "cost" && (name !== "expected" || arrangement.value === null)
    && known(`detail-${name}`) && one !== null && typeof one !== "object" && !(name === "expected" && arrangement.value === null));
  return entries.length ? h("p", { className: "small" }, entries.map(([name, one]) => `${t(`detail-${name}`)}: ${typeof one === "boolean" ? t(one ? "yes" : "no") : typeof one === "number" ? number(one) : one.replaceAll("-", " ")}`).join(" · ")) : null;
}

function proof(answer) {
  const words = [t(answer.status, { error: answer.standard_error?.toFixed(4) ?? "?" })];
  if (answer.count) words.push(answer.count === 1 ? t("count-one") : t("count-settings", { count: number(answer.count) }));
  if (answer.opponents) words.push(t("against", { id: answer.opponents.id }));
  return h("p", { className: "small" }, words.join(" · "));
}

function natural({ name, value: worth, declare, groups }) {
  return h("section", { className: "natural" },
    h("h3", {}, t("natural", { name, value: number(worth) })), h("p", {}, t(declare ? "declare" : "declare-not")),
    board({ groups, loose: [], details: {} }));
}

function verdict(answer) {
  if (answer.wins === null) return answer.complete || !answer.reason ? null : notice("calm", answer.reason);
  return notice(answer.wins ? "good" : "calm", h("b", {}, t(answer.wins ? "wins" : "wins-not")), answer.reason ? ` — ${answer.reason}` : "");
}

/** How a way differs from the best: groups it has instead of others; rows are named in full. */
function summary(arrangement, best) {
  if (arrangement === best || arrangement.groups.some((group) => group.slot)) return arrangement.groups.map((group) => group.name).join(" · ");
  const only = (one, other) => {
    const there = other.groups.map(keyOf);
    return one.groups.filter((group) => {
      const place = there.indexOf(keyOf(group));
      if (place >= 0) there.splice(place, 1);
      return place < 0;
    });
  };
  const words = [...only(arrangement, best).map((group) => `+ ${group.name}`), ...only(best, arrangement).map((group) => `− ${group.name}`)];
  return words.length ? words.join("  ") : arrangement.groups.map((group) => group.name).join(" · ");
}

function alternatives(all, chosen, choose) {
  const [best] = all;
  const step = (by) => h("button", { type: "button", className: "quiet", data: { key: `step${by}` }, ariaLabel: t(by < 0 ? "previous" : "next"), disabled: !all[chosen + by], onclick: () => choose(chosen + by) }, by < 0 ? "◀" : "▶");
  return h("section", { className: "alternatives" },
    h("div", { className: "line" }, h("h3", {}, t("alternatives")), h("span", { className: "stepper" }, step(-1), h("span", {}, t("way-of", { place: chosen + 1, count: all.length })), step(1))),
    h("ol", {}, all.map((one, index) => h("li", {}, h("button", { type: "button", className: "way", ariaPressed: String(index === chosen), data: { key: `way${index}` }, onclick: () => choose(index) },
        h("span", { className: "summary" }, summary(one, best)),
        h("span", { className: "cost" }, index === 0 ? t("way-best") : price(one, best)))))));
}

/** The view of an answer. `choose` shows another of its arrangements. */
export function bestView(answer, choose) {
  if (answer.status === "none" || !answer.arrangements.length) return [notice("bad", t("none")), answer.reason ? h("p", {}, answer.reason) : null];
  const all = answer.arrangements;
  const chosen = Math.min(app.state.choice, all.length - 1);
  const shown = all[chosen];
  return [
    answer.natural ? natural(answer.natural) : null,
    verdict(answer),
    h("div", { className: "headline" }, value(answer, shown), chances(shown.details)),
    board(shown, chosen ? all[0] : null),
    others(shown.details, shown),
    proof(answer),
    all.length > 1 ? alternatives(all, chosen, choose) : null,
  ];
}
