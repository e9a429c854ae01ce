/** A label that was changed elsewhere: both versions, until one is chosen. */

import { say } from "./live.js";

function button(words, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = words;
  made.addEventListener("click", act);
  return made;
}

function paragraph(words) {
  const made = document.createElement("p");
  made.textContent = words;
  return made;
}

/** Show both versions of one label; `keepMine` gives mine once more. */
export function showConflict({ title, theirs, mine }, keepMine) {
  const notice = document.createElement("div");
  notice.className = "message warning conflict";
  const choose = document.createElement("div");
  choose.className = "actions";
  choose.append(
    button("Keep mine", () => {
      notice.remove();
      keepMine();
    }),
    button("Leave it as it stands", () => notice.remove()),
  );
  const said = `“${title}” was changed since you opened it, in another window.`;
  notice.append(paragraph(`${said} It stands at: ${theirs}. Yours: ${mine}.`), choose);
  document.querySelector(".frame-notes").append(notice);
  say(`${said} It stands at: ${theirs}. Yours: ${mine}.`);
}
