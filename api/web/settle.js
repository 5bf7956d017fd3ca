// Settling a table: a form of the game's `settle`, and who pays whom.
import { Refusal } from "./asking.js";
import { app, examples, fields, formWords, read } from "./app.js";
import { announce, h, redraw } from "./dom.js";
import { Form } from "./form.js";
import { notice, slotName } from "./board.js";
import { perform } from "./service.js";
import { language, number, t } from "./texts.js";

/** What a player of the request holds or shows, as small cards, each group apart. What is not written card by card the service reads. */
function held({ name, hand, groups, melds }) {
  const place = h("span", { className: "held" });
  const written = groups?.length ? groups : [...(melds ?? []), ...(hand ? [{ cards: hand }] : [])];
  const cards = async ({ cards: text }, index) => (Array.isArray(text) ? text : app.deck.read(text) ?? read(text, `held-${name}-${index}`));
  const draw = (rows) => redraw(place, rows.filter(Boolean).map((row) => h("span", { className: "cards tiny" }, row.map((card) => app.deck.image(card, language())))));
  Promise.all(written.map(cards)).then(draw, () => { /* what is wrong with it is told where the table is settled */ });
  return place;
}

function shown(settlement, players) {
  const totals = Object.entries(settlement.totals);
  announce(totals.map(([name, total]) => `${name} ${number(total, true)}`).join(", "));
  const sign = (value) => (value > 0 ? "plus" : value < 0 ? "minus" : "");
  const slots = [...new Set(settlement.pairs.flatMap((pair) => pair.rows.map((row) => row.slot)).filter(Boolean))];
  const cell = (pair, slot) => {
    const row = pair.rows.find((one) => one.slot === slot);
    return h("td", {}, row ? number(row.points[0], true) : "");
  };
  return [
    h("div", { className: "totals" }, totals.map(([name, total]) => h("div", { className: `total ${sign(total)}` }, h("span", {}, name), h("b", {}, number(total, true)), held(players.find((one) => one.name === name) ?? {})))),
    settlement.pairs.length ? h("div", { className: "scroll", tabIndex: 0 }, h("table", {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, ""), slots.map((slot) => h("th", { scope: "col" }, slotName(app, slot))), h("th", { scope: "col" }, t("total")))),
      h("tbody", {}, settlement.pairs.map((pair) => h("tr", {}, h("th", { scope: "row" }, `${pair.players[0]} – ${pair.players[1]}`), slots.map((slot) => cell(pair, slot)), h("td", {}, `${number(pair.points[0], true)} / ${number(pair.points[1], true)}`)))))) : null,
  ];
}

/** The request that settles the table: the first example of the game until something is filled in. */
export function settleFields() {
  const example = app.examples?.find((one) => one.operation === "settle")?.request ?? { players: [] };
  const { lang, label, ...table } = app.state.settle ?? example;
  return fields("settle", { hand: undefined, ...table, rules: app.state.rules ?? (app.state.settle ? undefined : example.rules) });
}

/** Show the view in `where`. */
export function showSettle(where) {
  if (!app.state.settle && !app.examples) {
    const { state } = app;
    redraw(where, h("div", { className: "waiting" }));
    examples().then(() => { if (app.state === state && state.view === "settle") showSettle(where); });
    return;
  }
  const answered = h("div", { className: "settled" });
  const judge = async () => {
    // A field left empty says that nobody discarded the last card.
    const nobody = "discarder" in app.game.schemas.settle.properties ? { discarder: null } : {};
    const request = { ...nobody, ...settleFields() };
    try {
      const settlement = await perform(app.state.game, "settle", request);
      if (settlement && answered.isConnected) redraw(answered, shown(settlement, request.players ?? []));
    } catch (error) {
      redraw(answered, notice("bad", error instanceof Refusal ? error.errors.map((one) => `${one.pointer} ${one.message}`.trim()).join("; ") : t("offline")));
    }
  };
  const form = new Form(app.game.schemas.settle, {
    value: settleFields(), skip: ["rules", "lang", "label", "hand"], words: formWords, prefix: "settle",
    changed: (value) => { app.state.settle = value; app.changed("settle"); judge(); },
  });
  redraw(where, answered, form.node, h("button", { type: "button", className: "start", onclick: () => { app.state.settle = form.read(); app.changed("settle"); judge(); } }, t("who-pays")));
  judge();
}
