// <lipai-hand game="…" hand="…">: a hand of cards in its best order, on any page. Served at /lipai-hand.js with all that it needs (api/component.py).
import { arranged } from "../answer.js";
import { ask, once, posted, Refusal, text, Unreachable } from "../asking.js";
import { notice } from "../board.js";
import { Deck, sheet } from "../cards.js";
import { h } from "../dom.js";
import { Speech } from "../speech.js";
import { WORDS } from "../words.js";

const ATTRIBUTES = ["game", "hand", "preset", "rules", "objective", "players", "top", "lang", "src", "theme"];
const ASKED = ["hand", "preset", "objective", "players", "top"];
const HOME = new URL(import.meta.url).origin;
const style = new CSSStyleSheet();
style.replaceSync(STYLES);

/**
 * Arranges the hand that its attributes name, and again when one changes.
 * game, hand: as the service takes them. preset, rules (JSON), objective, players, top: as fields of `arrange`. lang: en, zh or vi, else that of
 * the page. src: the address of the service, else where this module came from. theme: light or dark, else the reader's.
 * The property `key` is sent with every request; it is no attribute, so that it does not stand in the document.
 * Events: `lipai-arranged` with the answer as `detail`, `lipai-failed` with the problem.
 */
class LipaiHand extends HTMLElement {
  static observedAttributes = ATTRIBUTES;
  #key = null;

  constructor() {
    super();
    this.attachShadow({ mode: "open" }).adoptedStyleSheets = [style];
    this.place = h("div", { className: "hand" });
    this.shadowRoot.append(this.place);
    /** The answer that is shown; null while there is none. */
    this.answer = null;
  }

  connectedCallback() {
    // Set before this module came, it hides the setter.
    if (Object.hasOwn(this, "key")) {
      const { key } = this;
      delete this.key;
      this.#key = key;
    }
    this.later();
  }

  attributeChangedCallback() { if (this.isConnected) this.later(); }

  /** Attributes that are set together are one request. */
  later() {
    if (this.due) return;
    this.due = true;
    queueMicrotask(() => {
      this.due = false;
      if (this.isConnected) this.arrange();
    });
  }

  get key() { return this.#key; }

  /** From now on with this key; null: with none. */
  set key(text) {
    this.#key = text || null;
    if (this.isConnected) this.later();
  }

  get service() { return (this.getAttribute("src") || HOME).replace(/\/+$/, ""); }

  get speech() { return new Speech((this.getAttribute("lang") || this.closest("[lang]")?.lang || "en").slice(0, 2), WORDS); }

  /** Ask the service and show what it says. */
  async arrange() {
    this.asking?.abort();
    const control = this.asking = new AbortController();
    const speech = this.speech;
    this.place.setAttribute("lang", speech.lang);
    this.place.setAttribute("aria-busy", "true");
    try {
      const game = encodeURIComponent(this.getAttribute("game") ?? "");
      const home = `${this.service}/v1/games/${game}`;
      const key = this.#key;
      // What all elements of a page share, as far as they have the same key.
      const stored = (address, read) => once(`${address} ${key}`, () => ask(address, { key }, read));
      const [answer, about, faces] = await Promise.all([
        this.request(`${home}/arrange`, speech.lang, { key, signal: control.signal }), stored(home), stored(`${home}/cards.svg`, text),
      ]);
      if (control.signal.aborted) return;
      this.answer = answer;
      this.show({ game: about, speech, deck: null }, sheet(faces), answer);
      this.tell("lipai-arranged", answer);
    } catch (error) {
      if (control.signal.aborted) return;
      this.answer = null;
      const refused = error instanceof Refusal;
      if (!refused && !(error instanceof Unreachable) && !(error instanceof SyntaxError)) throw error;
      const words = refused ? error.message : error instanceof SyntaxError ? `rules: ${error.message}` : speech.t("service-away", { service: this.service });
      this.place.replaceChildren(notice("bad", words));
      this.tell("lipai-failed", refused ? error.problem : { title: words });
    }
    this.place.removeAttribute("aria-busy");
  }

  /** By GET, which caches keep; rules of one's own need a POST. */
  request(address, lang, options) {
    const fields = Object.fromEntries(ASKED.filter((name) => this.hasAttribute(name)).map((name) => [name, this.getAttribute(name)]));
    if (!this.hasAttribute("rules")) return ask(`${address}?${new URLSearchParams({ ...fields, lang })}`, options);
    const { preset, players, top, ...others } = fields;
    const numbers = Object.fromEntries(Object.entries({ players, top }).filter(([, value]) => value).map(([name, value]) => [name, Number(value)]));
    const rules = { ...(preset ? { preset } : {}), ...JSON.parse(this.getAttribute("rules")) };
    return ask(address, { ...options, ...posted({ ...others, ...numbers, rules, lang }) });
  }

  show(scene, faces, answer) {
    scene.deck = new Deck(scene.game.cards, faces);
    const [best] = answer.arrangements;
    const t = (code) => scene.speech.t(code);
    this.place.replaceChildren(faces, ...[best ? arranged(scene, answer, best) : [notice("bad", t("none")), answer.reason ? h("p", {}, answer.reason) : null],
      h("a", { className: "small more", href: this.page(answer), target: "_blank", rel: "noopener" }, t("open-page"))].flat(Infinity).filter(Boolean));
  }

  /** The same hand on the service's own page. */
  page(answer) {
    const link = new URLSearchParams({ game: answer.game, hand: answer.arrangements[0] ? [...answer.arrangements[0].groups.flatMap((group) => group.cards), ...answer.arrangements[0].loose].join(" ") : this.getAttribute("hand") ?? "" });
    if (this.hasAttribute("objective")) link.set("objective", this.getAttribute("objective"));
    if (answer.rules.preset !== "standard") link.set("rules", JSON.stringify({ preset: answer.rules.preset, ...JSON.parse(this.getAttribute("rules") ?? "{}") }));
    return `${this.service}/#${link}`;
  }

  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

if (!customElements.get("lipai-hand")) customElements.define("lipai-hand", LipaiHand);
