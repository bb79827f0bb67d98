"use strict";

// Everything works without this script. It follows live games, steps through moves
// without loading the whole page, and counts clocks down.

// update replaces the changed parts of this page by those of another document.
function update(other) {
  document.title = other.title;
  for (const part of document.querySelectorAll("[data-update]")) {
    const now = other.getElementById(part.id);
    if (!now || part.innerHTML === now.innerHTML) continue;
    const focused = part.contains(document.activeElement) && document.activeElement.rel;
    part.innerHTML = now.innerHTML;
    const again = focused && part.querySelector(`[rel="${focused}"]`);
    if (again) again.focus({ preventScroll: true });
  }
  scrollToCurrent();
  startClocks();
}

let loading = 0;

// load fetches a page of the same kind and shows it. Only the newest request counts.
async function load(address) {
  const number = ++loading;
  const answer = await fetch(address, { credentials: "omit" });
  if (!answer.ok) throw new Error(answer.status);
  const other = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (number !== loading) return;
  await decoded(other);
  if (number !== loading) return;
  update(other);
  follow(other.body.dataset.live);
}

// decoded waits until the pictures of a document can be shown, so that boards do not
// flicker.
function decoded(other) {
  const light = matchMedia("(prefers-color-scheme: light)").matches;
  const pictures = [...other.querySelectorAll("picture")].map((picture) => {
    const image = new Image();
    image.src = light ? picture.querySelector("source").srcset : picture.querySelector("img").getAttribute("src");
    return image.decode().catch(() => {});
  });
  return Promise.all(pictures);
}

let source = null; // of the changes of this page
let outdated = false; // something changed, or may have changed, and is not shown yet

// refresh shows the newest state of this page once somebody can see it.
function refresh() {
  if (!outdated || document.hidden) return;
  outdated = false;
  load(location.href).catch(() => { outdated = true; });
}

document.addEventListener("visibilitychange", refresh);

// follow receives the changes of a live page. The query of its address says which state the page shows, so
// that the server reports at once what changed before the page connected.
function follow(address) {
  if (source && address && source.address.split("?")[0] === address.split("?")[0]) return;
  if (source) source.close();
  source = null;
  if (address) connect(address);
}

function connect(address) {
  const own = new EventSource(address);
  own.address = address;
  source = own;
  own.onmessage = () => { outdated = true; refresh(); };
  own.onopen = refresh;
  own.onerror = () => {
    outdated = true;
    if (own.readyState !== EventSource.CLOSED) return; // the browser connects again by itself
    setTimeout(() => { if (source === own) connect(address); }, 2000 + 4000 * Math.random());
  };
}

// go shows another move of the game.
function go(link) {
  if (!link || link.getAttribute("aria-disabled")) return;
  history.pushState(null, "", link.href);
  load(link.href).catch(() => location.assign(link.href));
}

const keys = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" };

document.addEventListener("keydown", (event) => {
  const rel = keys[event.key];
  if (!rel || !document.getElementById("steps") || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(document.querySelector(`#steps [rel="${rel}"]`));
});

document.addEventListener("click", (event) => {
  const link = event.target.closest && event.target.closest("#steps a, #moves a");
  if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(link);
});

addEventListener("popstate", () => load(location.href).catch(() => location.reload()));

function scrollToCurrent() {
  const list = document.getElementById("moves");
  const current = list && list.querySelector("[aria-current]");
  if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
}

let ticking = 0;

// startClocks counts the running clock down. The server decides when time is over.
function startClocks() {
  clearInterval(ticking);
  const clock = document.querySelector("[data-seconds]");
  if (!clock || clock.dataset.seconds >= 2 * 86400) return;
  const end = performance.now() + 1000 * clock.dataset.seconds;
  const two = (n) => String(n).padStart(2, "0");
  ticking = setInterval(() => {
    const left = Math.max(0, Math.round((end - performance.now()) / 1000));
    const hours = Math.floor(left / 3600), minutes = Math.floor(left / 60) % 60;
    clock.textContent = (hours ? `${hours}:${two(minutes)}` : minutes) + ":" + two(left % 60);
  }, 1000);
}

scrollToCurrent();
startClocks();
follow(document.body.dataset.live);
