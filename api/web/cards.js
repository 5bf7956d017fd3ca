// Cards: the service draws every face once (`cards.svg` of the game); a card here refers to its face, so that page, pictures and component show the same.
import { h, svg } from "./dom.js";

const HEIGHT = 84;

/** A sheet of faces as an element to put, out of sight, into the document or shadow root whose cards refer to it. */
export function sheet(text) {
  const { documentElement } = new DOMParser().parseFromString(text, "image/svg+xml");
  const found = document.importNode(documentElement, true);
  found.classList.add("sheet");
  found.setAttribute("aria-hidden", "true");
  return found;
}

/** A square picture of a suit's or colour's mark; null for a mark that is a letter. */
export function markPicture(mark, faces) {
  const id = `m${mark.codePointAt(0)?.toString(16)}`;
  return faces?.querySelector(`#${id}`) ? svg("svg", { viewBox: "0 0 1 1" }, svg("use", { href: `#${id}` })) : null;
}

/** The faces of a game by card. */
export class Deck {
  /** `faces` as the service describes them, and their `sheet`. */
  constructor(faces, drawn = null) {
    this.drawn = drawn;
    this.faces = new Map(faces.map((face, order) => [face.card, { ...face, order }]));
    this.copies = Object.fromEntries(faces.map((face) => [face.card, face.copies]));
  }

  /** The face of a card; one the game does not know is drawn as its text. */
  face(card) {
    return this.faces.get(card) ?? { card, style: "glyph", glyph: card, ink: "white", mark: "", names: {}, order: Infinity };
  }

  name(card, lang) {
    const { names } = this.face(card);
    return names[lang] ?? names.en ?? card;
  }

  sorted(cards) {
    return [...cards].sort((one, other) => this.face(one).order - this.face(other).order);
  }

  /** Faces in rows of one mark (suit, colour, family) each. */
  rows() {
    const rows = new Map();
    for (const face of this.faces.values()) rows.set(face.mark, [...(rows.get(face.mark) ?? []), face]);
    return [...rows.values()];
  }

  /** A hand of so many cards from the whole deck. */
  deal(count) {
    const all = [...this.faces.values()].flatMap((face) => Array(face.copies).fill(face.card));
    for (let last = all.length - 1; last > 0; last -= 1) {
      const other = Math.floor(Math.random() * (last + 1));
      [all[last], all[other]] = [all[other], all[last]];
    }
    return this.sorted(all.slice(0, count));
  }

  /** The picture of a card, without a name: what stands around it says what it is. */
  picture(card) {
    const width = this.drawn?.querySelector(`#f-${CSS.escape(card)}`)?.dataset.width ?? 50;
    return svg("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, class: "face", "aria-hidden": "true", focusable: "false" },
      this.faces.has(card) ? svg("use", { href: `#f-${card}` }) : svg("text", { x: 4, y: 46, "font-size": 18, fill: "currentColor" }, card));
  }

  /** A card as a picture with its name. */
  image(card, lang, properties = {}) {
    return h("span", { className: "card", role: "img", ariaLabel: this.name(card, lang), title: this.name(card, lang), ...properties }, this.picture(card));
  }

  /** A card to press. */
  button(card, lang, properties = {}, ...more) {
    const name = this.name(card, lang);
    return h("button", { type: "button", className: "card", ariaLabel: name, title: name, ...properties }, this.picture(card), ...more);
  }

  /** Text as cards, where it is written with codes, names, or glyphs with marks; null where it is not. The service reads more. */
  read(text) {
    const words = new Map();
    for (const { card, glyph: sign, mark, names } of this.faces.values()) {
      for (const word of [card, sign + mark, mark + sign, ...Object.values(names)]) words.set(word.toLowerCase(), words.has(word.toLowerCase()) ? null : card);
      words.set(card, card);
    }
    const longest = Math.max(...[...words.keys()].map((word) => word.length));
    const cards = [];
    for (let place = 0; place < text.length; ) {
      if (/[\s,;|/]/.test(text[place])) { place += 1; continue; }
      let length = Math.min(longest, text.length - place);
      const look = () => words.get(text.slice(place, place + length)) ?? words.get(text.slice(place, place + length).toLowerCase());
      while (length && !look()) length -= 1;
      if (!length) return null;
      cards.push(look());
      place += length;
    }
    return cards;
  }
}
