// What the page is about, and the link that restores it. Everything in the state is plain data.

/** A page of a game: all that a link can hold. */
export const blank = (game) => ({
  game, hand: [], objective: null, rules: null, more: {}, view: "best", choice: 0, groups: null, claim: {}, advise: {}, settle: null,
});

const OBJECTS = ["rules", "more", "claim", "advise", "settle"];
const full = (value) => value && Object.keys(value).length > 0;

/** The state as the part of an address after #. */
export function toLink(state, lang) {
  const link = new URLSearchParams({ game: state.game });
  if (state.hand.length) link.set("hand", state.hand.join(" "));
  if (state.objective) link.set("objective", state.objective);
  if (state.view !== "best") link.set("view", state.view);
  if (state.choice) link.set("choice", state.choice);
  if (state.groups && state.view === "own") {
    link.set("groups", state.groups.map((group) => `${group.slot ?? ""}:${group.cards.join(" ")}`).join("/"));
  }
  for (const name of OBJECTS) {
    if (name === "settle" && state.view !== "settle") continue;
    if (full(state[name])) link.set(name, JSON.stringify(state[name]));
  }
  link.set("lang", lang);
  return link.toString();
}

/** The state of a link; what it does not say is as on a blank page, what can't be read is left out. */
export function fromLink(text) {
  const link = new URLSearchParams(text.replace(/^#/, ""));
  const state = blank(link.get("game"));
  state.hand = (link.get("hand") ?? "").split(" ").filter(Boolean).slice(0, 200);
  state.objective = link.get("objective");
  state.view = link.get("view") ?? "best";
  state.choice = Math.max(0, Number.parseInt(link.get("choice") ?? "0", 10) || 0);
  if (link.has("groups")) {
    state.groups = link.get("groups").split("/").slice(0, 60).map((part) => {
      const [slot, cards] = part.split(":");
      return { slot: slot || null, cards: (cards ?? "").split(" ").filter(Boolean) };
    });
  }
  for (const name of OBJECTS) {
    try {
      const value = JSON.parse(link.get(name) ?? "null");
      if (value && typeof value === "object" && !Array.isArray(value)) state[name] = value;
    } catch { /* no JSON: as if it were not there */ }
  }
  return { state, lang: link.get("lang") };
}
