// What all parts of the page share: the game, its deck, the state, the last answer, and how a request is put together.
import { slotName } from "./board.js";
import { Deck } from "./cards.js";
import { perform, stored } from "./service.js";
import { blank } from "./state.js";
import { choice, known, label, language, said, speaker, t } from "./texts.js";

export const app = {
  games: [],
  game: null,
  deck: new Deck([]),
  /** Null until they are there. */
  examples: null,
  state: blank(null),
  answer: null,
  get speech() { return speaker(); },
  /** Set by page.js: redraw after the hand, the rules or the view changed. */
  changed: () => {},
};

/** The words that forms ask for. */
export const formWords = {
  label: (name, title) => (known(`field-${name}`) || !app.game.kinds[name] ? label(name, title) : said(app.game.kinds[name])),
  choice: (value) => (app.game.kinds[value] ? said(app.game.kinds[value]) : choice(value)),
  slot: (name) => slotName(app, name),
  word: (code) => t(code),
};

/** The fields of a request: those of these that the operation knows. */
export function fields(operation, own = {}) {
  const { state, game } = app;
  const known = game.schemas[operation]?.properties ?? {};
  const all = { ...state.more, hand: state.hand.join(" "), objective: state.objective ?? undefined, rules: state.rules ?? undefined, ...own, lang: language() };
  return Object.fromEntries(Object.entries(all).filter(([name, value]) => name in known && value !== undefined && value !== null));
}

/** The game's worked hands, asked for when they are first needed. */
export async function examples() {
  const { game } = app;
  const found = await stored(`/v1/games/${game.id}/examples`).catch(() => ({ examples: [] }));
  if (app.game === game) app.examples = found.examples;
  return found.examples;
}

/** How many cards are missing (positive) or too many (negative) before a hand can be arranged. */
export function short(count) {
  const { fewest, most } = app.game.hand_sizes;
  return count < fewest ? fewest - count : Math.min(0, most - count);
}

/**
 * Text in the game's notation as cards. Raises Refusal. The service reads every script; where it takes whole hands only,
 * what is no whole hand yet is read here.
 */
export async function read(text, kind = "read") {
  if (!text.trim()) return [];
  if (app.game.hand_sizes.fewest > 1) {
    const cards = app.deck.read(text);
    if (cards && short(cards.length)) return app.deck.sorted(cards);
  }
  const answer = await perform(app.state.game, "arrange", { hand: text, lang: language(), ...(app.state.rules ? { rules: app.state.rules } : {}) }, kind);
  if (!answer) return undefined;
  const [first] = answer.arrangements;
  return app.deck.sorted([...first.groups.flatMap((group) => group.cards), ...first.loose]);
}
