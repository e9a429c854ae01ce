/** Tables: choose all rows of a page, or a range with Shift. */

const picks = (form) => [...document.querySelectorAll(`.pick [form="${form.id}"]`)];
let last = null;

function pick(box, isRange) {
  const all = picks(box.form);
  if (isRange && all.includes(last)) {
    const ends = [all.indexOf(last), all.indexOf(box)].sort((a, b) => a - b);
    for (const each of all.slice(ends[0], ends[1] + 1)) each.checked = box.checked;
  }
  last = box;
  const chosen = all.filter((each) => each.checked).length;
  const whole = box.form.querySelector("[data-pick-all]");
  whole.checked = chosen === all.length;
  whole.indeterminate = chosen > 0 && !whole.checked;
}

document.addEventListener("click", (event) => {
  const box = event.target.closest(".pick input");
  if (box) pick(box, event.shiftKey);
  const whole = event.target.closest("[data-pick-all]");
  if (whole) for (const each of picks(whole.form)) each.checked = whole.checked;
});
