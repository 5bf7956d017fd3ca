// The page: chooses the game, asks the service when something changes, and keeps the link.
import { app, fields, read, short } from "./app.js";
import { Refusal, Unreachable } from "./asking.js";
import { bestView, lockedNotice, waiting } from "./best.js";
import { Deck, sheet } from "./cards.js";
import { watchDoor } from "./door.js";
import { announce, byId, debounced, h, redraw } from "./dom.js";
import { drawAbout, drawHand, drawPicker, listen, readEarly } from "./hand.js";
import { notice, objectiveName } from "./board.js";
import { adviseFields, showNext } from "./next.js";
import { claimFields, showOwn } from "./own.js";
import { drawMore, drawRules } from "./rules.js";
import { asCode, cancel, drawnFaces, perform, stored } from "./service.js";
import { settleFields, showSettle } from "./settle.js";
import { blank, fromLink, toLink } from "./state.js";
import { language, number, said, speak, t } from "./texts.js";
import { LANGUAGES } from "./speech.js";

const TOP = 6;
const VIEWS = { best: "arrange", own: "verify", advise: "advise", settle: "settle" };

const views = () => Object.keys(VIEWS).filter((view) => VIEWS[view] in app.game.schemas);

// ------------------------------------------------------------------ what is seen

function drawWords() {
  document.documentElement.lang = language();
  for (const node of document.querySelectorAll("[data-text]")) node.textContent = t(node.dataset.text);
  for (const node of document.querySelectorAll("[data-label]")) node.setAttribute("aria-label", t(node.dataset.label));
  byId("theme").title = t("theme");
  byId("theme").setAttribute("aria-label", t("theme"));
  document.title = app.game ? `${said(app.game.names)} · Lipai 理牌` : "Lipai 理牌";
}

function drawGames() {
  redraw(byId("games"), app.games.map((game) => h("button", {
    type: "button", data: { key: `game${game.id}` }, ariaPressed: String(game.id === app.state.game), onclick: () => open({ ...blank(game.id) }, true),
  }, said(game.names))));
  // Scrolled by hand: scrollIntoView would move the page too.
  const chosen = byId("games").querySelector('[aria-pressed="true"]');
  if (chosen) byId("games").scrollLeft = chosen.offsetLeft - byId("games").clientWidth / 2 + chosen.clientWidth / 2;
}

function drawViews() {
  const go = (view) => { app.state.view = view; drawViews(); showView(); keepLink(); };
  const all = views();
  redraw(byId("views"), all.map((view, index) => h("button", {
    type: "button", role: "tab", id: `tab-${view}`, data: { key: view }, ariaSelected: String(view === app.state.view), tabIndex: view === app.state.view ? 0 : -1,
    onclick: () => go(view),
    onkeydown: (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!by) return;
      const next = all[(index + by + all.length) % all.length];
      go(next);
      byId(`tab-${next}`).focus();
    },
  }, h("span", { className: "long" }, t(view)), h("span", { className: "brief" }, t(`${view}-short`)))));
  for (const tab of byId("views").children) tab.setAttribute("aria-controls", "view");
  byId("view").setAttribute("aria-labelledby", `tab-${app.state.view}`);
}

function showView() {
  const place = byId("view");
  if (app.state.view === "own") showOwn(place);
  else if (app.state.view === "advise") showNext(place);
  else if (app.state.view === "settle") showSettle(place);
  else showBest();
}

function showBest() {
  const place = byId("view");
  if (app.fault) redraw(place, app.fault);
  else if (app.answer) redraw(place, bestView(app.answer, (choice) => { app.state.choice = choice; showBest(); keepLink(); }));
  else redraw(place, waiting());
}

// ------------------------------------------------------------------ asking

/** What to say when there is no answer or the service says no to the page itself, with a way to go on. */
const away = (error, again) => h("div", { className: "away-notice" }, notice("bad", error instanceof Refusal ? error.message : t("offline")), h("button", { type: "button", onclick: again }, t("again")));

const arrangeFields = () => ({ ...fields("arrange"), top: TOP });

async function arrange() {
  const { state } = app;
  if (!state.hand.length || short(state.hand.length)) {
    cancel("arrange");
    app.answer = null;
    app.fault = null;
    byId("result").removeAttribute("aria-busy");
    showView();
    return;
  }
  byId("result").setAttribute("aria-busy", "true");
  try {
    const answer = await perform(state.game, "arrange", arrangeFields());
    if (!answer || state !== app.state) return;
    app.answer = answer;
    app.fault = null;
    speakAnswer(answer);
  } catch (error) {
    const told = error instanceof Refusal || error instanceof Unreachable;
    if (told && state !== app.state) return;
    app.answer = null;
    app.fault = error instanceof Refusal ? notice("bad", error.message) : away(error, arrange);
    if (!told) throw error;
  }
  byId("result").removeAttribute("aria-busy");
  showView();
}

function speakAnswer(answer) {
  const [best] = answer.arrangements;
  if (!best || app.state.view !== "best") return;
  const value = typeof answer.value === "number" ? `${objectiveName(app, answer.objective)} ${number(answer.value)}. ` : "";
  announce(`${t("best")}: ${value}${best.groups.map((group) => group.name).join(", ")}`);
}

const soon = debounced(arrange, 80);

app.changed = (what) => {
  if (what === "hand") {
    drawHand();
    drawPicker();
  }
  if (what === "hand" || what === "rules") {
    byId("result").setAttribute("aria-busy", "true");
    soon();
  }
  keepLink();
};

/** Where the answer will be, while a key is asked for. */
function locked() {
  if (app.answer) return;
  byId("result").removeAttribute("aria-busy");
  if (!app.game) redraw(byId("view"), lockedNotice());
  else if (app.state.view === "best") showBest();
}

// ------------------------------------------------------------------ opening

async function open(state, dealt = false) {
  const before = app.state;
  app.state = state;
  let game;
  let faces;
  try {
    [game, faces] = await Promise.all([stored(`/v1/games/${state.game}`), drawnFaces(state.game)]);
  } catch (error) {
    if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
    if (app.state !== state) return;
    // What is on the page stays; the way on is the game that is missing.
    app.state = before;
    byId("result").removeAttribute("aria-busy");
    redraw(byId("view"), away(error, () => open(state, dealt)));
    if (before.game && app.game) drawGames();
    return;
  }
  if (app.state !== state) return;
  const early = app.game ? "" : byId("typed").value;
  const drawn = sheet(faces);
  document.querySelector(".sheet")?.remove();
  document.body.append(drawn);
  Object.assign(app, { game, examples: null, deck: new Deck(game.cards, drawn), answer: null, fault: null });
  if (!views().includes(state.view)) state.view = "best";
  if (!game.presets.includes(state.rules?.preset ?? game.presets[0])) state.rules = null;
  if (!game.objectives.includes(state.objective)) state.objective = null;
  state.hand = state.hand.filter((card) => app.deck.faces.has(card));
  if (dealt && !state.hand.length) state.hand = app.deck.deal(game.hand_sizes.full);
  drawEverything();
  byId("deck").open = !state.hand.length || matchMedia("(min-width: 641px)").matches;
  arrange();
  keepLink();
  if (early.trim()) readEarly(early);
}

function drawEverything() {
  drawWords();
  drawGames();
  drawHand();
  drawPicker();
  drawAbout(loadExample);
  drawRules();
  drawMore();
  drawViews();
  redraw(byId("view"), app.answer ? null : waiting());
  if (app.answer) showView();
}

/** An example as if it had been filled in: in the view of its operation. */
async function loadExample({ operation, request }) {
  const state = blank(app.state.game);
  const { hand, groups, rules, objective, ...rest } = request;
  state.rules = rules ?? null;
  app.state.rules = state.rules;
  state.objective = objective ?? null;
  state.view = Object.keys(VIEWS).find((view) => VIEWS[view] === operation) ?? "best";
  const arranges = app.game.schemas.arrange.properties;
  if (operation === "settle") {
    state.hand = app.state.hand;
    state.settle = rest;
  } else {
    for (const [name, value] of Object.entries(rest)) {
      const home = name in arranges ? state.more : operation === "advise" ? state.advise : state.claim;
      if (!["top", "label", "lang", "engine", "deadline_ms"].includes(name)) home[name] = value;
    }
    const cards = async (text, kind) => (Array.isArray(text) ? text : read(text, kind));
    if (groups) state.groups = await Promise.all(groups.map(async (group, index) => ({ slot: group.slot ?? null, cards: await cards(group.cards, `read${index}`) })));
    state.hand = hand ? await cards(hand, "read") : app.deck.sorted(state.groups.flatMap((group) => group.cards));
  }
  app.state = state;
  app.answer = null;
  drawEverything();
  arrange();
  keepLink();
}

// ------------------------------------------------------------------ link, copies, language, theme

let link = "";

const keepLink = () => {
  link = toLink(app.state, language());
  history.replaceState(null, "", `#${link}`);
};

async function copy(text, button) {
  await navigator.clipboard.writeText(text);
  const words = button.textContent;
  button.textContent = `✓ ${t("copied")}`;
  announce(t("copied"));
  setTimeout(() => { button.textContent = words; }, 1500);
}

/** What the view in front asks the service. */
function asked() {
  const { view } = app.state;
  return { best: arrangeFields, own: claimFields, advise: adviseFields, settle: settleFields }[view]();
}

function drawCopies() {
  redraw(byId("copies"), h("span", {}, t("copy-as")), ["curl", "Python", "JavaScript"].map((kind) => h("button", {
    type: "button", className: "quiet small", onclick: (event) => copy(asCode(app.state.game, VIEWS[app.state.view], asked())[kind], event.currentTarget),
  }, kind)));
}

/** From now on in this language: what `drawEverything` does not draw. */
function change(lang) {
  speak(lang);
  byId("language").value = lang;
  drawCopies();
}

function setLanguage(lang) {
  change(lang);
  try { localStorage.setItem("lang", lang); } catch { /* not kept, then */ }
  if (!app.game) { drawWords(); return; }
  drawEverything();
  arrange();
  keepLink();
}

const THEMES = ["", "light", "dark"];

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  try { localStorage.setItem("theme", theme); } catch { /* not kept, then */ }
}

function remembered(name) {
  try { return localStorage.getItem(name); } catch { return null; }
}

function preferred() {
  const wanted = [remembered("lang"), ...navigator.languages].map((one) => one?.slice(0, 2));
  return wanted.find((one) => one in LANGUAGES) ?? "en";
}

async function start() {
  const { state, lang } = fromLink(location.hash);
  setTheme(remembered("theme") ?? "");
  speak(lang in LANGUAGES ? lang : preferred());
  redraw(byId("language"), Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, selected: code === language() }, name)));
  drawWords();
  drawCopies();
  listen();
  watchDoor({ asked: locked, forgotten: () => { if (app.game) arrange(); } });
  byId("language").onchange = (event) => setLanguage(event.target.value);
  byId("theme").onclick = () => {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const now = document.documentElement.dataset.theme || (dark ? "dark" : "light");
    setTheme(THEMES.find((theme) => theme && theme !== now));
  };
  byId("link").onclick = (event) => copy(location.href, event.currentTarget);
  addEventListener("hashchange", () => {
    if (location.hash.slice(1) === link) return;
    const there = fromLink(location.hash);
    if (there.lang in LANGUAGES) change(there.lang);
    if (app.games.some((game) => game.id === there.state.game)) open(there.state);
  });
  try {
    app.games = (await stored("/v1/games")).games;
    const there = app.games.some((game) => game.id === state.game);
    await open(there ? state : blank(app.games[0].id), !there);
  } catch (error) {
    if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
    redraw(byId("view"), away(error, () => location.reload()));
  }
}

start();
