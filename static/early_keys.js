/** Visibly refuse what is pressed before a page's scripts have run, or after they left the page.
 *
 * A classic script in the head, so that it hears keys as soon as there is a page to see.
 * What needs no script, such as a link or the button of a form, works at once. Once a
 * script leaves the page (departure.js), only links and texts work.
 */

(() => {
  const COMING = "This page is not ready yet: press again then.";
  const READY = "This page is ready now: press again.";
  const FAILED = "This page did not load completely: reload it.";
  const LEAVING = "The next page is opening: press again then.";
  const TEXT = "input:not([type=checkbox], [type=radio]), textarea, select";
  const BUTTONS = "button[type=button]";
  const ACTS = ":is(button, [type=checkbox], [type=radio], [data-act], [data-go]):not(dialog *)";
  const TICKS = ":is(.ticks, .covering) input"; // shown again by their script

  let isFailed = false;
  let isRefused = false;
  let words = COMING; // why keys are refused; "" where they are not

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

  /** Return whether a key is one of the page's, as this person has moved them. */
  function isNamed(name) {
    const stored = document.getElementById("key-preferences")?.textContent;
    const { map = {}, off } = JSON.parse(stored || '""') || {};
    const named = [...document.querySelectorAll("[data-key]:not(dialog *)")];
    const keys = named.flatMap((each) => each.dataset.key.split(/\s+/));
    return !off && keys.some((key) => (map[key] ?? key) === name);
  }

  /** Return whether a key belongs to the browser, or to a text field. */
  function isLeft(event, name) {
    const { target, metaKey, ctrlKey, altKey, isComposing } = event;
    if (metaKey || isComposing) return true;
    if ((ctrlKey || altKey) && !event.getModifierState("AltGraph")) return true;
    if (target.matches("[type=radio]")) return words !== LEAVING && /^Arrow|^Space$/.test(name);
    if (target.matches("a[href], button, summary")) return /^(Enter|Space)$/.test(name);
    return target.matches(TEXT) || target.isContentEditable;
  }

  function pressed(event) {
    if (!words || !(event.target instanceof Element)) return;
    const name = nameOf(event);
    const stays = name === "Escape" && !event.isComposing && !document.querySelector("dialog[open]");
    if (stays && words === LEAVING) refuse(event);
    else if (!isLeft(event, name) && isNamed(name)) refuse(event);
  }

  function clicked(event) {
    const scripted = words === LEAVING ? ACTS : isFailed ? BUTTONS : `${BUTTONS}, ${TICKS}`;
    if (words && event.target.closest(scripted)) refuse(event);
  }

  /** Handle a script that could not be loaded, or failed. */
  function failed({ target }) {
    if (target === window || target.matches("script[type=module]")) isFailed = true;
  }

  function ended() {
    removeEventListener("error", failed, true);
    words = isFailed ? FAILED : READY;
    if (isFailed || isRefused) tell();
    if (!isFailed) words = "";
  }

  addEventListener("keydown", pressed, true);
  addEventListener("click", clicked, true);
  addEventListener("error", failed, true);
  document.addEventListener("DOMContentLoaded", ended);
  document.addEventListener("page:left", () => (words = LEAVING));
  document.addEventListener("page:kept", () => (words = ""));
})();
