// Groups of cards as figures. A `scene` says for which game, with which deck and in which words: `{ game, deck, speech }`.
import { h } from "./dom.js";

export const hasSlots = (scene) => scene.game.slots.length > 0;

/** What a row is called in the game. */
export function slotName(scene, name) {
  const slot = scene.game.slots.find((one) => one.name === name);
  return slot?.names ? scene.speech.said(slot.names) : scene.speech.t(`slot-${name}`);
}

/** What an objective is called in the game. */
export const objectiveName = (scene, code) => scene.speech.said(scene.game.words.objective?.[code]) || scene.speech.choice(code);

/** What makes two groups the same: the slot and the cards, in any order. */
export const keyOf = (scene, group) => `${group.slot ?? ""}:${scene.deck.sorted(group.cards).join(" ")}`;

/** A chance as a bar with its number. */
export function bar({ speech }, chance, words, kind = "") {
  const filled = h("span", { className: "filled" });
  filled.style.width = `${Math.max(0, Math.min(1, chance)) * 100}%`;
  return h("span", { className: `bar ${kind}` }, h("span", { className: "words" }, `${words} ${speech.percent(chance)}`), h("span", { className: "track", ariaHidden: "true" }, filled));
}

/** A group of an answer. `marks` are card → class. */
export function figure(scene, group, details = {}, { changed = false, marks = () => "" } = {}) {
  const { deck, speech } = scene;
  const wins = (details.rows ?? details.win)?.[group.slot];
  return h("figure", { className: `group${changed ? " changed" : ""}${group.displayed ? " displayed" : ""}` },
    h("figcaption", {},
      group.slot ? h("span", { className: "slot" }, slotName(scene, group.slot)) : null,
      h("span", { className: "name" }, group.name),
      group.points ? h("span", { className: "points", title: speech.counted(group.points) }, speech.number(group.points, true), h("span", { className: "unseen" }, ` ${speech.counted(group.points)}`)) : null,
      group.displayed ? h("span", { className: "tag", title: speech.t("displayed") }, speech.t("displayed")) : null),
    h("div", { className: "cards" }, group.cards.map((card) => deck.image(card, speech.lang, { className: `card ${marks(card)}` }))),
    typeof wins === "number" ? bar(scene, wins, speech.t("detail-win")) : null);
}

/** Cards that stand in no group. */
export function looseFigure(scene, cards, className = "") {
  const { deck, speech } = scene;
  if (!cards.length) return null;
  return h("figure", { className: `group loose ${className}` },
    h("figcaption", {}, h("span", { className: "name" }, speech.t(hasSlots(scene) ? "thrown-away" : "loose"))),
    h("div", { className: "cards" }, cards.map((card) => deck.image(card, speech.lang))));
}

/** A whole arrangement; groups that are not in `base` are marked as changed. */
export function board(scene, arrangement, base = null) {
  const same = new Set(base?.groups.map((group) => keyOf(scene, group)));
  const home = new Map(base?.groups.flatMap((group) => group.cards.map((card) => [card, group.slot])));
  const moved = (slot) => (card) => (base && slot && home.get(card) !== slot ? "moved" : "");
  return h("div", { className: `board ${hasSlots(scene) ? "rows" : "grouped"}` },
    arrangement.groups.map((group) => figure(scene, group, arrangement.details, { changed: base && !group.slot && !same.has(keyOf(scene, group)), marks: moved(group.slot) })),
    looseFigure(scene, arrangement.loose));
}

/** A sentence in a box. */
export const notice = (kind, ...children) => h("p", { className: `notice ${kind}` }, ...children);
