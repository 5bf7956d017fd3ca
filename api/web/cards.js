// Cards drawn from a game's faces: `glyph` (a sign on a coloured ground, or in ink on paper), `playing`, `domino`.
import { h, svg } from "./dom.js";

const HEIGHT = 84;
const WIDTHS = { playing: 60, glyph: 50, domino: 42 };

// One unit square each, so that no font decides how a mark looks.
const MARKS = {
  "♠": "M.5 0C.62.2 1 .4 1 .66a.21.21 0 0 1-.38.13q.02.13.13.21h-.5q.11-.08.13-.21A.21.21 0 0 1 0 .66C0 .4.38.2.5 0Z",
  "♥": "M.5 1C.36.78 0 .58 0 .29A.26.26 0 0 1 .5.2.26.26 0 0 1 1 .29C1 .58.64.78.5 1Z",
  "♦": "M.5 0Q.66.28.9.5.66.72.5 1 .34.72.1.5.34.28.5 0Z",
  "♣": "M.5 0a.23.23 0 0 1 .2.35.23.23 0 1 1-.08.41Q.64.92.75 1h-.5Q.36.92.38.76A.23.23 0 1 1 .3.35.23.23 0 0 1 .5 0Z",
  "★": "M.5 0 .62.35.98.36.69.58.79.93.5.73.21.93.31.58.02.36.38.35Z",
  "●": "M.5.1a.4.4 0 1 1-.001 0Z",
  "○": "M.5.06a.44.44 0 1 1-.001 0ZM.5.24a.26.26 0 1 0 .001 0Z",
  "▲": "M.5.08.96.9H.04Z",
  "■": "M.1.1H.9V.9H.1Z",
};

/** The mark of a suit or colour as a shape; null for a mark that is a letter. */
export function markShape(mark, attributes = {}) {
  return MARKS[mark] ? svg("path", { d: MARKS[mark], ...attributes }) : null;
}

const at = (x, y, size) => ({ transform: `translate(${x} ${y}) scale(${size})` });
const upsideDown = (width, ...children) => svg("g", { transform: `rotate(180 ${width / 2} ${HEIGHT / 2})` }, ...children);

function playing(face, width) {
  const [index, bottom] = face.glyph.length > 2 ? [face.glyph[0], face.mark] : [face.glyph, face.mark];
  return [
    svg("text", { x: 8, y: 28, class: index.length > 1 ? "index tight" : "index" }, index),
    markShape(face.mark, { ...at(9, 34, 13) }),
    markShape(bottom, { ...at(width - 38, HEIGHT - 38, 31) }),
  ];
}

function glyph(face, width) {
  const index = face.card.slice(0, 1).replace("0", "10");
  const corner = () => [svg("text", { x: 5, y: 16, class: "corner" }, index), markShape(face.mark, at(width - 15, 6, 10))];
  return [...corner(), upsideDown(width, ...corner()), svg("text", { x: width / 2, y: 56, class: "glyph" }, face.glyph)];
}

// Where pips stand on a half of a domino, of which a side is 2 units.
const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

function domino(face, width) {
  const half = (count, middle, red) =>
    PIPS[count].map(([x, y], place) =>
      svg("circle", { cx: width / 2 + x * 10, cy: middle + y * 12, r: count === "1" ? 6.5 : 4.2, class: red(place) ? "pip red" : "pip" }));
  // As on the tiles themselves: ones and fours are red, and so is one side of each six of the double six.
  const red = (count) => (place) => count === "1" || count === "4" || (face.glyph === "66" && place % 2 === 0);
  const [top, bottom] = face.glyph;
  return [
    half(top, 22, red(top)),
    svg("path", { d: `M8 ${HEIGHT / 2}H${width - 8}`, class: "divide" }),
    half(bottom, HEIGHT - 22, red(bottom)),
  ];
}

const DRAW = { playing, glyph, domino };

/** The paper a card is drawn on: a ground of its colour where a shape marks the colour, else plain paper. */
function paper(face) {
  return face.style === "glyph" && MARKS[face.mark] ? `ground-${face.ink}` : `paper ink-${face.ink}`;
}

// Every face is drawn once, out of sight; a card on the page refers to it. So what stands on a card is a picture, no text of the page.
const sheet = svg("defs", {});
document.body.append(svg("svg", { class: "sheet", "aria-hidden": "true" }, sheet));
const drawn = new WeakMap();
let count = 0;

/** The picture of a face, without a name: what stands around it says what it is. */
export function picture(face) {
  const width = WIDTHS[face.style] ?? WIDTHS.glyph;
  if (!drawn.has(face)) {
    count += 1;
    drawn.set(face, `face${count}`);
    sheet.append(svg("g", { id: `face${count}`, class: `drawing ${face.style} ${paper(face)}` },
      svg("rect", { x: 0.75, y: 0.75, width: width - 1.5, height: HEIGHT - 1.5, rx: 6, class: "paper-shape" }), (DRAW[face.style] ?? glyph)(face, width)));
  }
  return svg("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, class: "face", "aria-hidden": "true", focusable: "false" }, svg("use", { href: `#${drawn.get(face)}` }));
}

/** The faces of a game by card. */
export class Deck {
  constructor(faces) {
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

  /** A card as a picture with its name. */
  image(card, lang, properties = {}) {
    return h("span", { className: "card", role: "img", ariaLabel: this.name(card, lang), title: this.name(card, lang), ...properties }, picture(this.face(card)));
  }

  /** A card to press. */
  button(card, lang, properties = {}, ...more) {
    const name = this.name(card, lang);
    return h("button", { type: "button", className: "card", ariaLabel: name, title: name, ...properties }, picture(this.face(card)), ...more);
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
