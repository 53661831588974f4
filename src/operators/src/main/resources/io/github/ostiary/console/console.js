"use strict";
// Every page is whole without this. It refreshes what is marked, tells times as they pass, and makes "/" find callers.
(() => {
  const every = 5000;
  const find = document.getElementById("find");

  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName ?? "");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      find?.focus();
    }
  });

  const ago = (then) => {
    const away = Math.round((Date.now() - then) / 1000);
    const s = Math.abs(away);
    const span = s < 60 ? `${s} s` : s < 3600 ? `${Math.floor(s / 60)} min`
      : s < 86400 ? `${Math.floor(s / 3600)} h` : `${Math.floor(s / 86400)} d`;
    return away < 0 ? `in ${span}` : `${span} ago`;
  };
  const tell = () => document.querySelectorAll("time[data-ago]").forEach((time) => {
    time.textContent = ago(Date.parse(time.dateTime));
  });

  const live = document.querySelector("[data-refresh]");
  let paused = false;
  let failed = false;

  const refresh = async () => {
    if (paused || document.hidden || live.contains(document.activeElement) && document.activeElement !== document.body) {
      return;
    }
    try {
      const answer = await fetch(location.href, { credentials: "same-origin", cache: "no-store", redirect: "error" });
      if (!answer.ok) throw new Error(String(answer.status));
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.querySelector("[data-refresh]");
      if (!fresh) throw new Error("another page");
      live.replaceChildren(...fresh.childNodes);
      live.dataset.refreshed = String(Number(live.dataset.refreshed ?? 0) + 1);
      if (failed) say("Live again");
      failed = false;
      tell();
    } catch {
      if (!failed) say("Not refreshed: reload the page, or sign in again");
      failed = true;
    }
  };

  const say = (text) => {
    const status = document.getElementById("live-status");
    if (status) status.textContent = text;
  };

  if (live) {
    const button = document.getElementById("live-pause");
    if (button) {
      button.hidden = false;
      button.addEventListener("click", () => {
        paused = !paused;
        button.textContent = paused ? "Go on" : "Pause";
        say(paused ? "Paused" : "Live, every 5 seconds");
      });
      say("Live, every 5 seconds");
    }
    setInterval(refresh, every);
    document.addEventListener("visibilitychange", refresh);
  }
  tell();
  setInterval(tell, 1000);
})();
