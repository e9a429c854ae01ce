/** What is pressed before a page's scripts have run is refused in sight.
 *
 * A classic script in the head, so that it hears keys as soon as there is a page to see.
 * What needs no script, such as a link or the button of a form, works at once.
 */

(() => {
  const COMING = "This page is not ready yet: press again then.";
  const READY = "This page is ready now: press again.";
  const FAILED = "This page did not load completely: reload it.";
  const TEXT = "input:not([type=checkbox], [type=radio]), textarea, select";
  const BUTTONS = "button[type=button]";
  const TICKS = ":is(.ticks, .covering) input"; // shown anew by their script

  let isFailed = false;
  let isRefused = false;
  let words = COMING;

  function place() {
    const beside = document.getElementById("say") ?? document.getElementById("early");
    if (beside) return beside;
    const made = Object.assign(document.createElement("p"), { id: "early", className: "message warning" });
    document.getElementById("messages")?.before(made);
    return made;
  }

  function tell() {
    for (const each of [place(), document.getElementById("live")]) {
      if (each) each.textContent = words;
    }
  }

  function refuse(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
    isRefused = true;
    tell();
  }

  function nameOf({ key, shiftKey }) {
    if (key === " ") return "Space";
    if (key.length === 1) return key.toLowerCase();
    return shiftKey ? `Shift+${key}` : key;
  }

  /** Tell whether a key is one of the page's, as this person has them. */
  function isNamed(name) {
    const stored = document.getElementById("key-preferences")?.textContent;
    const { map = {}, off } = JSON.parse(stored || '""') || {};
    const named = [...document.querySelectorAll("[data-key]:not(dialog *)")];
    const keys = named.flatMap((each) => each.dataset.key.split(/\s+/));
    return !off && keys.some((key) => (map[key] ?? key) === name);
  }

  /** Tell whether a key is the browser's, or for a text. */
  function isLeft(event, name) {
    const { target, metaKey, ctrlKey, altKey, isComposing } = event;
    if (metaKey || isComposing) return true;
    if ((ctrlKey || altKey) && !event.getModifierState("AltGraph")) return true;
    if (target.matches("[type=radio]")) return /^Arrow|^Space$/.test(name);
    if (target.matches("a[href], button, summary")) return /^(Enter|Space)$/.test(name);
    return target.matches(TEXT) || target.isContentEditable;
  }

  function pressed(event) {
    if (!(event.target instanceof Element)) return;
    const name = nameOf(event);
    if (!isLeft(event, name) && isNamed(name)) refuse(event);
  }

  function clicked(event) {
    const scripted = isFailed ? BUTTONS : `${BUTTONS}, ${TICKS}`;
    if (event.target.closest(scripted)) refuse(event);
  }

  /** A script could not be loaded, or broke. */
  function failed({ target }) {
    if (target === window || target.matches("script[type=module]")) isFailed = true;
  }

  function ended() {
    removeEventListener("error", failed, true);
    words = isFailed ? FAILED : READY;
    if (isFailed || isRefused) tell();
    if (isFailed) return;
    removeEventListener("keydown", pressed, true);
    removeEventListener("click", clicked, true);
  }

  addEventListener("keydown", pressed, true);
  addEventListener("click", clicked, true);
  addEventListener("error", failed, true);
  document.addEventListener("DOMContentLoaded", ended);
})();
