// The page of a game: choose a field before placing, and notice when something is new.
// Without script every field places at once, and reloading shows what is new.
const game = document.getElementById("game");
const placing = document.getElementById("placing");
let chosen = null;

function choose(field) {
  if (chosen) {
    chosen.classList.remove("chosen");
    chosen.ariaPressed = null;
  }
  chosen = field;
  const slip = document.getElementById("slip");
  slip.hidden = !field;
  if (!field) return;
  field.classList.add("chosen");
  field.ariaPressed = "true";
  slip.querySelector("output").textContent =
    slip.dataset.words.replace("FIELD", field.value) +
    (field.textContent && `: ${field.textContent}`);
  slip.querySelector("[name=cell]").value = field.value;
}

if (placing) {
  const tile = document.getElementById("hand").dataset.tile;
  placing.style.setProperty("--tile-in-hand", `"${tile}"`);
  placing.addEventListener("click", (event) => {
    const field = event.target.closest(".board button");
    if (field) {
      event.preventDefault();
      choose(field === chosen ? null : field);
    } else if (event.target.id === "clear") {
      choose(null);
    }
  });
}

// The condition is sent from here: a browser's own cache would hide the 304.
async function look() {
  if (document.hidden || chosen) return;
  const tag = `"${game.dataset.seq}"`;
  const answer = await fetch(game.dataset.poll, { headers: { "If-None-Match": tag } });
  if (answer.status !== 200) return;
  const seq = Number(await answer.text());
  // Not reload(): the page may be the answer to a POST.
  if (seq > Number(game.dataset.seq)) location.assign(game.dataset.table);
}

if (game && !("over" in game.dataset)) {
  setInterval(() => look().catch(() => {}), 4000);
  document.addEventListener("visibilitychange", () => look().catch(() => {}));
}
