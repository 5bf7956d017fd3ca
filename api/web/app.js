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

/** What the game calls a rule or a value: its own words, else those of its groups. */
const own = (kinds, code) => kinds.map((kind) => app.game.words[kind]?.[code]).find(Boolean) ?? app.game.kinds[code];

/** What a set of rules is called. */
export const presetName = (name) => (app.game.words.preset?.[name] ? said(app.game.words.preset[name]) : name.replaceAll("-", " "));

const named = (kinds, code, otherwise) => {
  const texts = own(kinds, code);
  return texts ? capital(said(texts)) : otherwise();
};
const capital = (text) => text.charAt(0).toLocaleUpperCase(language()) + text.slice(1);

/** The words that forms ask for. Figures and letters of cards are names in every language. */
export const formWords = {
  label: (name, title) => (/^[\dA-Z]+$/.test(name) ? name : known(`field-${name}`) && !app.game.words.label?.[name] ? label(name, title) : named(["label", "natural", "bonus"], name, () => label(name, title))),
  choice: (value) => named(["choice", "natural", "bonus", "objective"], value, () => choice(value)),
  /** What a rule means, in a sentence. */
  hint: (name) => said(app.game.words.rule?.[name]).replaceAll("`", ""),
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
