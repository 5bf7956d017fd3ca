// The best arrangement, why it is the best, and the other ways with what each costs.
import { arranged } from "./answer.js";
import { app, short } from "./app.js";
import { hasSlots, keyOf, notice } from "./board.js";
import { isShut } from "./door.js";
import { h } from "./dom.js";
import { number, t } from "./texts.js";

/** What to say while a key is asked for. */
export const lockedNotice = () => h("p", { className: "notice calm", data: { text: "key-first" } }, t("key-first"));

/** What to say while there is no answer. */
export function waiting() {
  const count = app.state.hand.length;
  const missing = short(count);
  if (!count) return notice("calm", t("appears"));
  if (missing > 0) return notice("calm", t("add-more", { count: missing }));
  if (missing < 0) return notice("bad", t("too-many", { count: -missing }));
  if (isShut()) return lockedNotice();
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
  const looser = hasSlots(app) ? 0 : arrangement.loose.length - best.loose.length;
  const words = looser > 0 ? [t("more-loose", { count: looser })] : [];
  if (lost !== null && Math.abs(lost) >= 5e-4) words.push(number(-lost, true));
  return words.length || lost === null ? words.join(" · ") : t("equal");
}

/** How a way differs from the best: groups it has instead of others; rows are named in full. */
function summary(arrangement, best) {
  if (arrangement === best || arrangement.groups.some((group) => group.slot)) return arrangement.groups.map((group) => group.name).join(" · ");
  const only = (one, other) => {
    const there = other.groups.map((group) => keyOf(app, group));
    return one.groups.filter((group) => {
      const place = there.indexOf(keyOf(app, group));
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
  return [
    arranged(app, answer, all[chosen], chosen ? all[0] : null),
    all.length > 1 ? alternatives(all, chosen, choose) : null,
  ];
}
