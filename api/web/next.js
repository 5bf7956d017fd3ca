// What to do next: waits, discards, calls, plays, as far as the game's `advise` answers them.
import { Refusal } from "./asking.js";
import { app, fields, formWords } from "./app.js";
import { waiting } from "./best.js";
import { announce, h, redraw } from "./dom.js";
import { Form } from "./form.js";
import { notice } from "./board.js";
import { perform } from "./service.js";
import { counted, language, t } from "./texts.js";
import { trimmed } from "./rules.js";

const MOST = 24;

const cards = (all, className = "cards tiny") => h("span", { className }, all.map((card) => app.deck.image(card, language())));

/** A kind of card with the copies that are left. */
const withLeft = ({ card, left }) => h("span", { className: `chip${left ? "" : " gone"}` }, cards([card]), t("left", { count: left }));

function wait(one) {
  return h("li", {}, cards([one.card], "cards small-cards"), h("span", {}, [t("left", { count: one.left }), counted(one.points), one.wins ? t("wins") : t("wins-not")].join(" · ")));
}

function discard(one) {
  return h("li", {}, cards([one.card], "cards small-cards"),
    h("span", {}, one.distance === null ? t("unreachable") : t("short", { count: one.distance }), one.improves.length ? ` · ${t("left", { count: one.left })}` : "",
      h("span", { className: "chips" }, one.improves.slice(0, 8).map(withLeft), one.improves.length > 8 ? h("span", { className: "chip" }, t("and-more", { count: one.improves.length - 8 })) : null)));
}

function call(one) {
  const words = [one.name ?? (one.use === "pass" ? t("pass") : formWords.choice(one.use))];
  if (one.forced) words.push(t("forced"));
  if (!one.legal) words.push(`${t("forbidden")}${one.reason ? `: ${one.reason}` : ""}`);
  if (one.distance !== null && one.distance !== undefined) words.push(t("short", { count: one.distance }));
  if (typeof one.points === "number") words.push(counted(one.points));
  return h("li", { className: one.legal ? "" : "gone" }, cards(one.cards, "cards small-cards"), h("span", {}, words.join(" · ")));
}

function play(one) {
  return h("li", {}, cards(one.cards, "cards small-cards"), h("span", {}, [one.name ?? formWords.choice(one.kind), one.guaranteed ? t("sure") : null].filter(Boolean).join(" · ")));
}

const SECTIONS = { calls: call, waits: wait, discards: discard, plays: play };

function section(name, all) {
  const first = all.slice(0, MOST).map(SECTIONS[name]);
  return h("section", {}, h("h3", {}, t(name)), h("ol", { className: "advice" }, first, all.length > MOST ? h("li", {}, t("and-more", { count: all.length - MOST })) : null));
}

function shown(advice) {
  const numbers = [["distance", "distance"], ["distance-win", "distance_to_win"]].filter(([, name]) => name in advice);
  const lists = Object.keys(SECTIONS).filter((name) => advice[name]?.length);
  const improves = advice.improves?.length && !advice.discards?.length ? h("section", {}, h("h3", {}, t("improves")), h("p", { className: "chips" }, advice.improves.map(withLeft))) : null;
  announce(numbers.map(([word, name]) => `${t(word)}: ${advice[name] ?? t("unreachable")}`).join(". "));
  return [
    numbers.length ? h("dl", { className: "numbers" }, numbers.map(([word, name]) => h("div", {}, h("dt", {}, t(word)), h("dd", {}, advice[name] ?? t("unreachable"))))) : null,
    lists.map((name) => section(name, advice[name])), improves,
    lists.length || improves ? null : notice("calm", t("nothing")),
  ];
}

export const adviseFields = () => fields("advise", app.state.advise);

/** Show the view in `where`. */
export function showNext(where) {
  const schema = app.game.schemas.advise;
  const answered = h("div", {});
  const judge = async () => {
    if (!app.state.hand.length) { redraw(answered, waiting()); return; }
    try {
      const advice = await perform(app.state.game, "advise", adviseFields());
      if (advice && answered.isConnected) redraw(answered, shown(advice));
    } catch (error) {
      redraw(answered, notice("bad", error instanceof Refusal ? error.message : t("offline")));
    }
  };
  const skip = ["hand", "rules", "lang", "label", "engine", "deadline_ms", ...Object.keys(app.game.schemas.arrange.properties).filter((name) => name !== "seen")];
  const form = new Form(schema, { value: app.state.advise, skip, words: formWords, prefix: "advise", changed: (value) => { app.state.advise = trimmed(value, schema); app.changed("advise"); judge(); } });
  const more = h("details", { open: Object.keys(app.state.advise).length > 0 }, h("summary", {}, t("advise-more")), form.node);
  redraw(where, form.empty ? null : more, answered);
  judge();
}
