// Makes the player's part of the shuffle here, where the server has no say in it.
// Without script the server makes it, and the game's page says so.
for (const form of document.querySelectorAll("form[data-nonce]")) {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"));
  form.elements.nonce.value = digits.join("");
  if (form.dataset.nonce === "at once") form.submit();
}
