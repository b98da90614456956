import { isClientViewEnded } from './client-view';

const region = '[data-enhance="swap"][id]';

/** Fetches the page behind a `data-swap` link (sort, next page) and exchanges only the region around it; focus stays. */
export function swapRegions(page: Document): void {
  let running: AbortController | null = null;

  const swap = async (from: HTMLElement, href: string, key: string | undefined) => {
    running?.abort();
    running = new AbortController();
    from.setAttribute('aria-busy', 'true');
    const response = await fetch(href, {
      headers: { 'X-Requested-With': 'fetch', Accept: 'text/html' },
      signal: running.signal,
    });
    if (response.redirected && isClientViewEnded(response.url)) return window.location.assign(response.url);
    const answer = new DOMParser().parseFromString(await response.text(), 'text/html');
    const fresh = answer.getElementById(from.id);
    if (!response.ok || response.redirected || !fresh) throw new Error(String(response.status));
    await Promise.all(missingSheets(page, answer));
    from.replaceWith(page.adoptNode(fresh));
    history.pushState({ swapped: true }, '', href);
    followAddress(page, answer, fresh);
    const again = [...fresh.querySelectorAll<HTMLElement>('[data-swap]')].find((link) => link.dataset.swap === key);
    (again ?? fresh.querySelector<HTMLElement>('[tabindex]'))?.focus({ preventScroll: true });
    fresh.dispatchEvent(new CustomEvent('tare:swapped', { bubbles: true }));
  };

  page.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-swap]');
    const from = link?.closest<HTMLElement>(region);
    if (
      !link ||
      !from ||
      event.defaultPrevented ||
      event.button ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    event.preventDefault();
    swap(from, link.href, link.dataset.swap).catch((error: Error) => {
      if (error.name !== 'AbortError') window.location.assign(link.href);
    });
  });
  // A link within the page is a step in the history too; only another view needs the server.
  const view = () => viewOf(window.location);
  let shown = loadedFor();
  page.addEventListener('tare:swapped', () => {
    shown = view();
  });
  const follow = () => {
    running?.abort();
    if (view() !== shown) window.location.reload();
  };
  // A framed page follows the address by itself.
  if (page.querySelector('iframe[data-legacy-frame]')) return;
  window.addEventListener('popstate', follow);
  follow();
}

const viewOf = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>) => pathname + search;

/** Steps that were taken before the scripts listened have changed the address, and not the page. */
function loadedFor(): string {
  const [arrival] = window.performance.getEntriesByType('navigation');
  return viewOf(arrival ? new URL(arrival.name) : window.location);
}

/** The answer may show what this page has no stylesheet for yet; an unstyled moment would be seen. */
function missingSheets(page: Document, answer: Document): Promise<unknown>[] {
  const sheet = 'link[rel="stylesheet"]';
  const there = new Set([...page.head.querySelectorAll(sheet)].map((link) => link.getAttribute('href')));
  return [...answer.head.querySelectorAll(sheet)]
    .filter((link) => !there.has(link.getAttribute('href')))
    .map(
      (link) =>
        new Promise((done) => {
          const added = page.head.appendChild(page.adoptNode(link));
          for (const outcome of ['load', 'error']) added.addEventListener(outcome, done, { once: true });
        }),
    );
}

/** The links of other tables and the hidden fields of the filters carry the whole address, so they must know the new one. */
function followAddress(page: Document, answer: Document, fresh: Element): void {
  for (const link of page.querySelectorAll<HTMLAnchorElement>('a[data-swap]')) {
    const own = link.closest(region);
    if (!own || own === fresh) continue;
    const links = answer.getElementById(own.id)?.querySelectorAll<HTMLAnchorElement>('a[data-swap]') ?? [];
    const twin = [...links].find((other) => other.dataset.swap === link.dataset.swap);
    if (twin) link.setAttribute('href', twin.getAttribute('href') ?? '');
  }
  for (const form of page.querySelectorAll<HTMLFormElement>('form[data-filters][id]')) {
    const twin = answer.getElementById(form.id);
    onceSettled(form.closest<HTMLElement>('[data-island]'), () => followFields(form, twin));
  }
}

/** An island that is waking compares its fields with what it was handed: they must stay as they are until it is done. */
function onceSettled(island: HTMLElement | null, change: () => void): void {
  if (island?.dataset.islandState !== 'waking') return change();
  new MutationObserver((_, observer) => {
    if (island.dataset.islandState === 'waking') return;
    observer.disconnect();
    change();
  }).observe(island, { attributes: true, attributeFilter: ['data-island-state'] });
}

/** The hidden fields of the answer in place of those of the page. */
function followFields(form: HTMLFormElement, twin: Element | null): void {
  form.querySelectorAll('input[type="hidden"]').forEach((field) => field.remove());
  // Each at its own place: an island that wakes later looks for it there.
  const fields = [...(twin?.querySelectorAll('input[type="hidden"]') ?? [])].map((field) => ({
    field,
    at: [...(twin?.children ?? [])].indexOf(field),
  }));
  for (const { field, at } of fields)
    form.insertBefore(document.adoptNode(field), (at < 0 ? form.firstChild : form.children[at]) ?? null);
  // One that still sleeps wakes with what it was handed, and must find these fields in it.
  const handed = form.closest('[data-island-state="waiting"]')?.nextElementSibling;
  const now = twin?.closest('[data-island]')?.nextElementSibling;
  if (handed && now) handed.textContent = now.textContent;
}
