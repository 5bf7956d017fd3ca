// Laying a hand: by pressing cards of the deck, by writing, by dealing, or from an example.
import { app, examples, read } from "./app.js";
import { byId, debounced, h, redraw } from "./dom.js";
import { markPicture } from "./cards.js";
import { Refusal } from "./asking.js";
import { language, said, t } from "./texts.js";

/** Make this the hand. */
export function lay(cards, { keepText = false } = {}) {
  app.state.hand = app.deck.sorted(cards);
  app.state.choice = 0;
  app.state.groups = null;
  if (!keepText) showText();
  app.changed("hand");
}

const without = (cards, index) => cards.filter((card, place) => place !== index);

function showText() {
  byId("typed").value = app.state.hand.join(" ");
  byId("typed-fault").replaceChildren();
}

/** The hand as cards to take out, and how many they are. */
export function drawHand() {
  const { hand } = app.state;
  const { fewest, most, full } = app.game.hand_sizes;
  const size = fewest === most || hand.length <= full ? full : most;
  byId("hand-count").textContent = fewest > 1 && fewest < most ? t("some-cards", { count: `${hand.length} (${fewest}–${most})` }) : t("of-cards", { count: hand.length, size });
  byId("deal").disabled = false;
  byId("clear").disabled = !hand.length;
  if (!hand.length) {
    redraw(byId("hand"), h("p", { className: "empty" }, t("hand-empty")));
    return;
  }
  redraw(byId("hand"), hand.map((card, index) => app.deck.button(card, language(), {
    data: { key: `hand${index}` }, ariaLabel: t("hand-remove", { card: app.deck.name(card, language()) }), onclick: () => lay(without(hand, index)),
  })));
}

/** The deck: each card shows how many copies are in the hand. */
export function drawPicker() {
  const { hand } = app.state;
  const full = hand.length >= app.game.hand_sizes.most;
  const used = new Map();
  for (const card of hand) used.set(card, (used.get(card) ?? 0) + 1);
  const press = (card, left, single) => {
    if (left && !full) lay([...hand, card]);
    else if (single && !left) lay(without(hand, hand.indexOf(card)));
  };
  redraw(byId("picker"), app.deck.rows().map((row) => h("div", { className: `suit ${row[0].style}` },
    h("span", { className: "mark", ariaHidden: "true" }, markPicture(row[0].mark, app.deck.drawn) ?? row[0].mark),
    row.map((face) => {
      const held = used.get(face.card) ?? 0;
      const left = face.copies - held;
      const single = face.copies === 1;
      return app.deck.button(face.card, language(), {
        data: { key: `pick${face.card}` }, className: `card${held ? " held" : ""}${left ? "" : " out"}`,
        ariaLabel: t("pick-add", { card: app.deck.name(face.card, language()), left }),
        ariaPressed: single ? String(held > 0) : undefined, ariaDisabled: String(single ? full && !held : full || !left),
        onclick: () => press(face.card, left, single),
      }, held && !single ? h("span", { className: "held-count", ariaHidden: "true" }, held) : null);
    }))));
  byId("picker").classList.toggle("wide", app.deck.rows().some((row) => row.length > 10));
}

/** What was written before the game was there. */
export function readEarly(text) {
  byId("typed").value = text;
  readTyped();
}

/** What was written, as cards; a fault is shown where it stands. */
async function readTyped() {
  if (!app.game) return;
  const text = byId("typed").value;
  const place = byId("typed-fault");
  try {
    const cards = await read(text);
    if (cards === undefined || byId("typed").value !== text) return;
    place.replaceChildren();
    lay(cards, { keepText: true });
  } catch (error) {
    if (!(error instanceof Refusal)) { place.textContent = t("offline"); return; }
    const [{ message, position }] = error.errors;
    const at = Number.isInteger(position) && position < text.length ? h("span", { className: "at" }, text.slice(Math.max(0, position - 12), position), h("mark", {}, text.slice(position, position + 1)), text.slice(position + 1, position + 9)) : null;
    redraw(place, message, at ? " " : null, at);
  }
}

/** The parts that stand still while a game is chosen: the notation, and the examples, which load when they are opened. */
export function drawAbout(loadExample) {
  byId("notation").querySelector("dl").replaceChildren(...Object.values(app.game.notation).map((texts) => h("dd", {}, marked(said(texts)))));
  byId("typed").placeholder = `${[...app.deck.faces.keys()].slice(-4).join(" ")} …`;
  const place = byId("examples");
  const list = async () => {
    if (!place.open) return;
    const { game } = app;
    const all = (await examples()).filter((one) => ["arrange", "verify", "advise", "settle"].includes(one.operation));
    if (app.game !== game) return;
    redraw(place.querySelector("ul"), all.map((one) => h("li", {}, h("button", { type: "button", className: "quiet small", onclick: () => { place.open = false; loadExample(one); } }, said(one.title)))));
  };
  place.ontoggle = list;
  place.querySelector("ul").replaceChildren();
  list();
  showText();
}

/** Text with `code` in it. */
const marked = (text) => text.split("`").map((part, index) => (index % 2 ? h("code", {}, part) : part));

/** Once, when the page opens. */
export function listen() {
  byId("deal").onclick = () => {
    lay(app.deck.deal(app.game.hand_sizes.full));
    // On a phone the result comes into view.
    if (matchMedia("(max-width: 640px)").matches) byId("deck").open = false;
  };
  byId("clear").onclick = () => { byId("deck").open = true; lay([]); };
  const soon = debounced(readTyped, 350);
  byId("typed").oninput = soon;
  byId("typed").onkeydown = (event) => { if (event.key === "Enter") readTyped(); };
  byId("typed").onblur = () => { if (!byId("typed-fault").textContent && app.state.hand.length) showText(); };
}
