// Makes the pages smoother; each of them works without it. Listens on the document only, so
// nothing has to be bound again when a part of the page is exchanged.
"use strict";
(() => {
  const root = document.documentElement;
  root.classList.replace("no-js", "js");

  // In a frame the storage may be closed to us: then a setting lasts as long as the page.
  const kept = {
    get(name) { try { return localStorage.getItem(name); } catch { return null; } },
    set(name, value) { try { localStorage.setItem(name, value); } catch { /* lasts with the page */ } },
  };
  const settings = { theme: kept.get("etude.theme") || "auto", shortcuts: kept.get("etude.shortcuts") !== "off" };

  const paint = () => {
    if (settings.theme === "auto") delete root.dataset.theme; else root.dataset.theme = settings.theme;
  };
  const showSettings = () => {
    for (const radio of document.querySelectorAll("[name=theme]")) radio.checked = radio.value === settings.theme;
    const shortcuts = document.querySelector("[name=shortcuts]");
    if (shortcuts) shortcuts.checked = settings.shortcuts;
  };
  paint(); // before the first drawing, so that a dark page never flashes white

  // What scrolls in itself must be reached by keyboard; not every browser sees to that.
  const openWide = () => {
    for (const block of document.querySelectorAll('.prose math[display="block"], .prose table, .prose pre')) {
      if (block.scrollWidth > block.clientWidth + 1) block.setAttribute("tabindex", "0");
      else block.removeAttribute("tabindex");
    }
  };

  const drill = () => document.querySelector("form[data-live]");
  const tell = (text) => {
    const state = document.querySelector("[data-state]");
    if (state && state.textContent !== text) state.textContent = text;
  };
  const body = (form, submitter) => {
    const data = new URLSearchParams();
    for (const [name, value] of new FormData(form)) data.append(name, value);
    if (submitter && submitter.name) data.append(submitter.name, submitter.value);
    return data;
  };

  // --- sending in place -----------------------------------------------------------------------

  let sending = false;
  let unsent = null; // what to send once the connection is back
  let drafting = null;
  let draftTimer = 0;
  let echoTimer = 0;

  const anchor = () => {
    const found = document.elementFromPoint(innerWidth / 2, 90);
    const block = found && found.closest("[id]");
    return block && { id: block.id, top: block.getBoundingClientRect().top };
  };

  const exchange = (html, url, pressed) => {
    const next = new DOMParser().parseFromString(html, "text/html");
    const isSwitch = pressed.startsWith("lang:");
    const held = isSwitch && anchor();
    const live = document.getElementById("live"); // a new one would not be heard
    next.getElementById("live")?.replaceWith(live);
    document.title = next.title;
    root.lang = next.documentElement.lang;
    document.body.replaceWith(next.body);
    showSettings();
    openWide();
    if (url !== location.href) history[isSwitch ? "replaceState" : "pushState"](null, "", url);
    if (isSwitch) {
      document.querySelector(".tongues button")?.focus({ preventScroll: true });
      const block = held && document.getElementById(held.id);
      if (block) scrollBy(0, block.getBoundingClientRect().top - held.top);
      return;
    }
    const goal = document.querySelector("[data-focus]") || document.getElementById("item");
    if (!goal || goal.id === "item") scrollTo(0, 0);
    goal?.focus({ preventScroll: goal.id === "item" });
    if (goal?.id === "verdict") goal.scrollIntoView({ block: "center" });
  };

  const send = async (form, submitter) => {
    if (sending) return; // a double click is one click
    sending = true;
    clearTimeout(draftTimer);
    clearTimeout(echoTimer);
    drafting?.abort();
    form.setAttribute("aria-busy", "true");
    const pressed = submitter?.value || "";
    try {
      const answer = await fetch(form.action, { method: "POST", body: body(form, submitter) });
      unsent = null;
      exchange(await answer.text(), answer.url, pressed);
    } catch {
      unsent = submitter;
      tell(form.dataset.unsent);
    } finally {
      form.removeAttribute("aria-busy");
      sending = false;
    }
  };

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.matches("[data-live]")) {
      event.preventDefault();
      send(form, event.submitter);
    } else if (form.dataset.sent) {
      event.preventDefault();
    } else {
      form.dataset.sent = "yes";
    }
  });
  addEventListener("online", () => { if (unsent && drill()) send(drill(), unsent); });
  addEventListener("popstate", () => location.reload());
  addEventListener("pageshow", (event) => {
    if (event.persisted) for (const form of document.forms) delete form.dataset.sent;
  });

  // --- while typing ------------------------------------------------------------------------------

  const saveDraft = async (form) => {
    drafting = new AbortController();
    tell(form.dataset.saving);
    try {
      const data = body(form);
      data.append("do", "draft");
      const answer = await fetch(form.action, { method: "POST", body: data, signal: drafting.signal });
      tell(answer.ok ? form.dataset.saved : "");
    } catch (error) {
      if (error.name !== "AbortError") tell(form.dataset.unsent);
    }
  };

  const echo = async (field) => {
    const place = document.querySelector(`[data-echo="${field.id.slice(2)}"]`);
    const text = field.value.trim();
    if (!place) return;
    if (!text) { place.textContent = ""; return; }
    const { unit, askIn } = field.dataset;
    const query = new URLSearchParams({ text, unit, ask_in: askIn, lang: root.lang });
    try {
      const answer = await fetch(`${drill().dataset.reading}?${query}`);
      if (answer.ok && field.value.trim() === text) place.textContent = (await answer.json()).echo;
    } catch { /* the reading is told again with the verdict */ }
  };

  document.addEventListener("input", ({ target }) => {
    const form = target.form;
    if (!form || !form.matches("[data-live][data-open]")) return;
    clearTimeout(draftTimer);
    draftTimer = setTimeout(saveDraft, 1000, form);
    if ("unit" in target.dataset) {
      clearTimeout(echoTimer);
      echoTimer = setTimeout(echo, 350, target);
    }
  });
  document.addEventListener("change", ({ target }) => {
    if (target.name === "theme") {
      settings.theme = target.value;
      kept.set("etude.theme", target.value);
      paint();
    } else if (target.name === "shortcuts") {
      settings.shortcuts = target.checked;
      kept.set("etude.shortcuts", target.checked ? "on" : "off");
    }
  });

  // --- keys ------------------------------------------------------------------------------------------

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = event.target;
    if (event.key === "Enter" && at.matches(".fold > input")) { // unfold, do not submit
      event.preventDefault();
      at.click();
      return;
    }
    if (!settings.shortcuts || at.matches("input[type=text]")) return;
    if (event.key === "Enter" && !at.matches("a, button, input")) {
      drill()?.querySelector(".bar .first")?.click();
      return;
    }
    const option = /^[1-9]$/.test(event.key) && document.querySelector(`[data-digit="${event.key}"]:enabled`);
    if (option) {
      event.preventDefault();
      option.click();
      option.focus();
    }
  });

  document.addEventListener("DOMContentLoaded", () => {
    showSettings();
    openWide();
    document.querySelector("[data-focus]")?.focus();
  });
  addEventListener("resize", openWide);
})();
