import type { Island } from './define-island';

const urls = JSON.parse(document.getElementById('tare-islands')?.textContent ?? '{}') as Record<string, string>;

/** Wakes an island; a click on one of its buttons meanwhile is kept and made again once it listens. */
function wake(element: HTMLElement): void {
  const state = element.dataset;
  if (state.islandState !== 'waiting') return;
  state.islandState = 'waking';
  let kept: HTMLElement | null = null;
  element.addEventListener(
    'click',
    (event) => {
      kept = (event.target as Element).closest('button[type="button"]') ?? kept;
    },
    true,
  );
  Promise.all([import(urls[state.island ?? ''] ?? '') as Promise<{ default: Island<object> }>, import('./hydrate')])
    .then(([{ default: island }, { hydrate }]) => hydrate({ element, island, keptClick: () => kept }))
    .catch((error: unknown) => {
      reportError(error);
      state.islandState = 'failed';
    });
}

/** A page that is busy, or not in front, may not be idle for long. */
const longestWaitMs = 2_000;

function whenIdle(start: () => void): void {
  // Safari has none.
  if ('requestIdleCallback' in window) window.requestIdleCallback(start, { timeout: longestWaitMs });
  else setTimeout(start);
}

function schedule(element: HTMLElement): void {
  const start = () => wake(element);
  const when = element.dataset.islandWhen;
  if (when === 'load') start();
  else if (when === 'idle') whenIdle(start);
  else if (when === 'visible') {
    new IntersectionObserver((entries, observer) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      start();
    }).observe(element);
  } else
    for (const name of ['pointerover', 'pointerdown', 'focusin']) element.addEventListener(name, start, { once: true });
}

function find(root: ParentNode): void {
  root.querySelectorAll<HTMLElement>('[data-island-state="waiting"]').forEach(schedule);
}

const { analytics: container, audience } = document.documentElement.dataset;
if (container && audience)
  void import('./analytics').then(({ loadAnalytics }) => loadAnalytics(document, { container, audience }));

find(document);
document.addEventListener('tare:swapped', (event) => find(event.target as Element));
void import('./enhance');
