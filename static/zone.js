// Tells the server which time zone the browser is in: a guess, until the person
// confirms it in the settings. Without script, times are shown in UTC.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone) {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `zone=${encodeURIComponent(zone)}; path=/; max-age=31536000; samesite=lax${secure}`;
}
