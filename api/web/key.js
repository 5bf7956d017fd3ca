// The key that the visitor gave: in the session storage of this tab and nowhere else.

const PLACE = "lipai-key";
let key = null;
try { key = sessionStorage.getItem(PLACE); } catch { /* kept as long as the page is, then */ }

/** The key in use, or null. */
export const keyInUse = () => key;

/** From now on this one; null forgets it. */
export function useKey(text) {
  key = text;
  try {
    if (text) sessionStorage.setItem(PLACE, text);
    else sessionStorage.removeItem(PLACE);
  } catch { /* as above */ }
}
