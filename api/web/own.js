// One's own setting: cards moved by drag, by touch or by keyboard, judged by the service after every move.
import { Refusal } from "./asking.js";
import { app, fields, formWords, presetName } from "./app.js";
import { waiting } from "./best.js";
import { board, hasSlots, keyOf, notice, slotName } from "./board.js";
import { announce, h, redraw } from "./dom.js";
import { Form } from "./form.js";
import { perform } from "./service.js";
import { counted, language, number, t } from "./texts.js";
import { trimmed } from "./rules.js";

const LOOSE = -1;
let lifted = null;
let dragged = false;
let place = null;
let verdictPlace = null;
let faults = new Map();
let marked = new Set();

const best = () => app.answer?.arrangements[0];

/** All cards that a setting is made of: the hand with what lies on the table. */
function everyCard() {
  const groups = best() ? [...best().groups.flatMap((group) => group.cards), ...best().loose] : app.state.hand;
  return app.deck.sorted(groups);
}

function looseCards() {
  const left = everyCard();
  for (const card of app.state.groups.flatMap((group) => group.cards)) {
    const index = left.indexOf(card);
    if (index >= 0) left.splice(index, 1);
  }
  return left;
}

const copied = (groups) => groups.map(({ slot, cards }) => ({ slot: slot ?? null, cards: [...cards] }));

/** Begin from an arrangement: as it stands, or with every card loose. */
function begin(arrangement) {
  if (arrangement) app.state.groups = copied(arrangement.groups);
  else app.state.groups = app.game.slots.map(({ name }) => ({ slot: name, cards: [] }));
  lifted = null;
}

const cardsAt = (group) => (group === LOOSE ? looseCards() : app.state.groups[group].cards);

function take(from) {
  if (from.group === LOOSE) return looseCards()[from.index];
  return app.state.groups[from.group].cards.splice(from.index, 1)[0];
}

/** Move a card into a group (one past the last is a new one), or change places with the card at `to`. */
function move(from, to) {
  const { groups } = app.state;
  if (to.index !== undefined && to.group !== from.group && to.group !== LOOSE && hasSlots(app)) {
    const other = groups[to.group].cards[to.index];
    const card = cardsAt(from.group)[from.index];
    groups[to.group].cards[to.index] = card;
    if (from.group !== LOOSE) groups[from.group].cards[from.index] = other;
  } else if (to.group !== from.group) {
    const card = take(from);
    if (to.group !== LOOSE) {
      if (to.group === groups.length) groups.push({ slot: null, cards: [] });
      groups[to.group].cards.push(card);
    }
    if (!hasSlots(app)) app.state.groups = groups.filter((group) => group.cards.length);
  }
  lifted = null;
  changed();
}

function changed() {
  faults = new Map();
  marked = new Set();
  draw();
  app.changed("own");
  judge();
}

function press(at) {
  if (dragged) { dragged = false; return; }
  const card = cardsAt(at.group)[at.index];
  if (lifted && (lifted.group !== at.group || lifted.index !== at.index)) {
    if (lifted.group !== at.group) { move(lifted, at); return; }
    lifted = at;
  } else lifted = lifted ? null : at;
  if (lifted) announce(t("lifted", { card: app.deck.name(card, language()) }));
  draw();
}

function keys(event, at) {
  const groups = app.state.groups.length;
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (event.key === "Escape" && lifted) { lifted = null; draw(); return; }
  if (event.altKey && by) {
    event.preventDefault();
    const last = hasSlots(app) ? groups - 1 : groups;
    const target = at.group === LOOSE ? (by < 0 ? groups - 1 : 0) : at.group + by < 0 || at.group + by > last ? LOOSE : at.group + by;
    const card = cardsAt(at.group)[at.index];
    move(at, { group: target });
    const home = target === LOOSE ? LOOSE : Math.min(target, app.state.groups.length - 1);
    focus(home, cardsAt(home).lastIndexOf(card));
    return;
  }
  const all = [...place.querySelectorAll(".own .card")];
  const here = all.indexOf(event.currentTarget);
  const side = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (side) { event.preventDefault(); all[here + side]?.focus(); }
  else if (by) {
    event.preventDefault();
    const figures = [...place.querySelectorAll(".own .group")].filter((one) => one.querySelector(".card"));
    figures[figures.indexOf(event.currentTarget.closest(".group")) + by]?.querySelectorAll(".card")[0]?.focus();
  }
}

const focus = (group, index) => place.querySelector(`[data-key="own${group}-${index}"]`)?.focus();

/** Follow a pointer from a card to where it is let go. */
function drag(event, from) {
  if (event.button) return;
  const start = event.currentTarget;
  const begun = { x: event.clientX, y: event.clientY };
  let ghost = null;
  const under = (point) => document.elementFromPoint(point.clientX, point.clientY)?.closest("[data-group]");
  const follow = (point) => {
    if (!ghost && Math.hypot(point.clientX - begun.x, point.clientY - begun.y) < 6) return;
    if (!ghost) {
      ghost = start.cloneNode(true);
      ghost.className = "card ghost";
      ghost.removeAttribute("data-key");
      ghost.style.setProperty("--h", `${start.offsetHeight}px`);
      document.body.append(ghost);
      start.classList.add("away");
      dragged = true;
    }
    ghost.style.left = `${point.clientX}px`;
    ghost.style.top = `${point.clientY}px`;
    for (const one of place.querySelectorAll(".over")) one.classList.remove("over");
    under(point)?.classList.add("over");
  };
  const end = (point) => {
    start.removeEventListener("pointermove", follow);
    start.removeEventListener("pointerup", end);
    start.removeEventListener("pointercancel", end);
    ghost?.remove();
    start.classList.remove("away");
    if (!ghost) return;
    for (const one of place.querySelectorAll(".over")) one.classList.remove("over");
    const target = point.type === "pointerup" ? under(point) : null;
    // The click that follows belongs to the drag.
    setTimeout(() => { dragged = false; }, 0);
    if (target) move(from, { group: Number(target.dataset.group), index: target.dataset.index === undefined ? undefined : Number(target.dataset.index) });
  };
  start.setPointerCapture(event.pointerId);
  start.addEventListener("pointermove", follow);
  start.addEventListener("pointerup", end);
  start.addEventListener("pointercancel", end);
}

function figure(group, cards, name) {
  const bad = faults.get(group);
  const cardButton = (card, index) => {
    const at = { group, index };
    const wrong = marked.has(`${group}-${index}`);
    return app.deck.button(card, language(), {
      data: { key: `own${group}-${index}`, group, index }, className: `card${lifted?.group === group && lifted.index === index ? " lifted" : ""}${wrong ? " wrong" : ""}`,
      ariaPressed: String(lifted?.group === group && lifted.index === index), onclick: () => press(at), onkeydown: (event) => keys(event, at), onpointerdown: (event) => drag(event, at),
    });
  };
  return h("figure", { className: `group${group === LOOSE ? " loose" : ""}${bad ? " bad" : ""}`, data: { group } },
    h("figcaption", {}, h("span", { className: group >= 0 && hasSlots(app) ? "slot" : "name" }, name), bad ? h("span", { className: "numbers" }, bad.map((one) => h("span", { className: "badge" }, one))) : null,
      lifted && lifted.group !== group ? h("button", { type: "button", className: "small", data: { key: `put${group}` }, onclick: () => move(lifted, { group }) }, t("put-here")) : null),
    h("div", { className: "cards" }, cards.map(cardButton)));
}

function size(group) {
  const slot = app.game.slots.find((one) => one.name === group.slot);
  return `${slotName(app, group.slot)} ${group.cards.length}/${slot?.size ?? "?"}`;
}

const room = () => app.game.slots.reduce((sum, slot) => sum + slot.size, 0);

function draw() {
  const { groups } = app.state;
  const loose = looseCards();
  const names = new Map(app.answer?.arrangements.flatMap((one) => one.groups.map((group) => [keyOf(app, group), group.name])));
  redraw(place.querySelector(".own"), groups.map((group, index) => figure(index, group.cards, group.slot ? size(group) : names.get(keyOf(app, group)) ?? "")),
    hasSlots(app) ? null : figure(groups.length, [], t("new-group")),
    loose.length || !hasSlots(app) || everyCard().length > room() ? figure(LOOSE, loose, t(hasSlots(app) ? "thrown-away" : "loose")) : null);
}

/** The request that asks whether the setting is right. */
export function claimFields() {
  const { state, game } = app;
  const schema = game.schemas.verify;
  const claim = trimmed(state.claim, schema);
  const groups = (state.groups ?? []).filter((group) => group.cards.length).map((group) => ({ ...(group.slot ? { slot: group.slot } : {}), cards: group.cards.join(" ") }));
  // A claim about one play instead of a whole setting.
  const apart = !schema.required?.includes("groups") && Object.keys(claim).some((name) => !["claimed_points", "declared", "explain"].includes(name));
  return fields("verify", { ...claim, ...(apart ? {} : { groups }) });
}

async function judge() {
  let verdict;
  try {
    verdict = await perform(app.state.game, "verify", claimFields());
  } catch (error) {
    redraw(verdictPlace, notice("bad", error instanceof Refusal ? error.message : t("offline")));
    return;
  }
  if (!verdict || !verdictPlace.isConnected) return;
  find(verdict.violations);
  draw();
  redraw(verdictPlace, shown(verdict));
}

/**
 * The numbers of violations by the group they stand at, and the cards that are part of one: as many of a card as a violation names,
 * looked for in its group, then among the loose ones, then elsewhere.
 */
function find(violations) {
  const filled = app.state.groups.map((group, index) => (group.cards.length ? index : null)).filter((index) => index !== null);
  const places = [LOOSE, ...filled];
  faults = new Map();
  marked = new Set();
  violations.forEach((violation, number) => {
    const match = /^\/groups\/(\d+)/.exec(violation.pointer);
    const home = match ? filled[Number(match[1])] : undefined;
    if (home !== undefined) faults.set(home, [...(faults.get(home) ?? []), number + 1]);
    const left = new Map();
    for (const card of violation.cards) left.set(card, (left.get(card) ?? 0) + 1);
    for (const group of home === undefined ? places : [home, ...places.filter((one) => one !== home)]) {
      cardsAt(group).forEach((card, index) => {
        if (!left.get(card)) return;
        left.set(card, left.get(card) - 1);
        marked.add(`${group}-${index}`);
      });
    }
  });
}

function shown(verdict) {
  const { valid, violations, warnings, lost, points } = verdict;
  const claims = Object.keys(trimmed(app.state.claim, app.game.schemas.verify)).length > 0;
  const title = valid ? t(claims ? "claim-right" : "legal") : t(hasSlots(app) ? "illegal" : "no-claim");
  const given = typeof lost === "number" ? (Math.abs(lost) < 5e-4 ? t("lost-nothing") : t("lost", { lost: number(lost) })) : null;
  const line = [title, points || (valid && !hasSlots(app)) ? counted(points) : null, given].filter(Boolean).join(" · ");
  announce([line, ...violations.map((one) => one.message)].join(". "));
  const said = (one, index, kind) => h("li", { className: kind }, kind === "violation" ? h("span", { className: "badge" }, index + 1) : h("span", { className: "tag" }, t("note")), h("span", {}, one.message,
    one.cards.length ? h("span", { className: "cards tiny" }, one.cards.map((card) => app.deck.image(card, language()))) : null));
  return [
    notice(valid ? "good" : "bad", h("b", {}, line)),
    violations.length + warnings.length ? h("ol", { className: "violations" }, violations.map((one, index) => said(one, index, "violation")), warnings.map((one) => said(one, 0, "warning"))) : null,
    verdict.presets ? h("p", { className: "small" }, `${t("under-presets")}: ${Object.entries(verdict.presets).map(([name, one]) => `${presetName(name)} ${one.valid ? "✓" : "✗"} ${counted(one.points)}`).join(" · ")}`) : null,
    lost && verdict.best ? h("details", {}, h("summary", {}, t("best")), board(app, verdict.best)) : null,
  ];
}

/** The fields of `verify` beyond the hand and its groups. */
function claimForm() {
  const { schemas } = app.game;
  const skip = ["groups", "lang", "label", "rules", "hand", ...Object.keys(schemas.arrange.properties)];
  const form = new Form(schemas.verify, { value: app.state.claim, skip, words: formWords, prefix: "claim", changed: (value) => { app.state.claim = trimmed(value, schemas.verify); changed(); } });
  return form.empty ? null : h("details", { open: Object.keys(app.state.claim).length > 0 }, h("summary", {}, t("claim")), form.node);
}

/** Show the view in `where`. */
export function showOwn(where) {
  place = where;
  faults = new Map();
  marked = new Set();
  lifted = null;
  const arranged = app.answer?.arrangements.length;
  if (!app.state.groups && !arranged) { redraw(where, app.fault ?? waiting()); return; }
  if (!app.state.groups) begin(app.answer.arrangements[Math.min(app.state.choice, arranged - 1)]);
  verdictPlace = h("div", { className: "verdict" });
  redraw(where, h("p", { className: "small help" }, t("own-help")), h("div", { className: `board own ${hasSlots(app) ? "rows" : "grouped"}` }), verdictPlace,
    h("div", { className: "line" },
      h("button", { type: "button", className: "quiet small", onclick: () => { begin(best()); changed(); } }, t("as-best")),
      h("button", { type: "button", className: "quiet small", onclick: () => { begin(null); changed(); } }, t("all-loose"))),
    claimForm());
  draw();
  judge();
}
