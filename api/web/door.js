// The form that asks for a key when the service wants one. What the page asked waits at the door and goes on with the key.
import { ask, Refusal } from "./asking.js";
import { announce, byId } from "./dom.js";
import { keyInUse, useKey } from "./key.js";
import { language, t } from "./texts.js";

let waiting = null;
let opened = () => {};

/** Whether a key is asked for. */
export const isShut = () => waiting !== null;

/** Once a key is accepted. `refusal` is why one is asked for. */
export function admitted(refusal) {
  // That a key is missing is what the form says; that one is not valid any more is told in the service's words.
  if (refusal.code !== "key-missing") byId("key-fault").textContent = refusal.message;
  if (!waiting) {
    waiting = Promise.withResolvers();
    opened();
    byId("door").hidden = false;
    byId("door").scrollIntoView({ block: "nearest" });
    announce([t("key-needed"), byId("key-fault").textContent].filter(Boolean).join(": "));
  }
  return waiting.promise;
}

/** Keys are sent in a header, which takes these characters only. */
const sendable = (text) => /^[!-~]+$/.test(text);

async function give(event) {
  event.preventDefault();
  const key = byId("key").value.trim();
  const fault = byId("key-fault");
  if (!sendable(key)) { fault.textContent = t("key-shape"); return; }
  byId("use-key").disabled = true;
  try {
    // Any question will do: a key that is not right is refused whatever is asked. No cache may answer it.
    await ask("/v1/games", { key, cache: "no-store", headers: { "accept-language": language() } });
  } catch (error) {
    fault.textContent = error instanceof Refusal ? error.message : t("offline");
    byId("key").select();
    return;
  } finally {
    byId("use-key").disabled = false;
  }
  useKey(key);
  byId("key").value = "";
  fault.textContent = "";
  byId("door").hidden = true;
  drawForget();
  byId("result").focus({ preventScroll: true });
  waiting?.resolve();
  waiting = null;
}

const drawForget = () => { byId("forget-key").hidden = !keyInUse(); };

/** Once, when the page opens. `asked` is called when a key is asked for, `forgotten` when it is gone. */
export function watchDoor({ asked, forgotten }) {
  opened = asked;
  byId("door").onsubmit = give;
  byId("forget-key").onclick = () => {
    useKey(null);
    drawForget();
    forgotten();
  };
  drawForget();
}
