// Groups of cards as figures, and the small marks around them: what both the best arrangement and one's own are drawn with.
import { app, hasSlots, slotName } from "./app.js";
import { h } from "./dom.js";
import { counted, language, number, percent, t } from "./texts.js";

/** What makes two groups the same: the slot and the cards, in any order. */
export const keyOf = (group) => `${group.slot ?? ""}:${app.deck.sorted(group.cards).join(" ")}`;

/** A chance as a bar with its number. */
export function bar(chance, words, kind = "") {
  const filled = h("span", { className: "filled" });
  filled.style.width = `${Math.max(0, Math.min(1, chance)) * 100}%`;
  return h("span", { className: `bar ${kind}` }, h("span", { className: "words" }, `${words} ${percent(chance)}`), h("span", { className: "track", ariaHidden: "true" }, filled));
}

/** A group of an answer. `marks` are card → class. */
export function figure(group, details = {}, { changed = false, marks = () => "" } = {}) {
  const wins = (details.rows ?? details.win)?.[group.slot];
  return h("figure", { className: `group${changed ? " changed" : ""}${group.displayed ? " displayed" : ""}` },
    h("figcaption", {},
      group.slot ? h("span", { className: "slot" }, slotName(group.slot)) : null,
      h("span", { className: "name" }, group.name),
      group.points ? h("span", { className: "points", title: counted(group.points) }, number(group.points, true), h("span", { className: "unseen" }, ` ${counted(group.points)}`)) : null,
      group.displayed ? h("span", { className: "tag", title: t("displayed") }, t("displayed")) : null),
    h("div", { className: "cards" }, group.cards.map((card) => app.deck.image(card, language(), { className: `card ${marks(card)}` }))),
    typeof wins === "number" ? bar(wins, t("detail-win")) : null);
}

/** Cards that stand in no group. */
export function looseFigure(cards, className = "") {
  if (!cards.length) return null;
  return h("figure", { className: `group loose ${className}` },
    h("figcaption", {}, h("span", { className: "name" }, t(hasSlots() ? "thrown-away" : "loose"))),
    h("div", { className: "cards" }, cards.map((card) => app.deck.image(card, language()))));
}

/** A whole arrangement; groups that are not in `base` are marked as changed. */
export function board(arrangement, base = null, marks = undefined) {
  const same = new Set(base?.groups.map(keyOf));
  const home = new Map(base?.groups.flatMap((group) => group.cards.map((card) => [card, group.slot])));
  const moved = (slot) => (card) => (base && slot && home.get(card) !== slot ? "moved" : "");
  return h("div", { className: `board ${hasSlots() ? "rows" : "grouped"}` },
    arrangement.groups.map((group) => figure(group, arrangement.details, { changed: base && !group.slot && !same.has(keyOf(group)), marks: marks ?? moved(group.slot) })),
    looseFigure(arrangement.loose));
}

/** A sentence in a box. */
export const notice = (kind, ...children) => h("p", { className: `notice ${kind}` }, ...children);
