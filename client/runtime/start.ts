import { urlsOf, type IslandUrls } from './island-urls';

type State = 'waiting' | 'waking' | 'awake' | 'failed';

const urls: IslandUrls = urlsOf(document);

function setState(element: HTMLElement, state: State): void {
  element.dataset.islandState = state;
}

/** Wakes an island; a click on one of its buttons meanwhile is kept and made again once it listens. */
async function wake(element: HTMLElement): Promise<void> {
  const { island: id = '', islandState } = element.dataset;
  if (islandState !== 'waiting') return;
  setState(element, 'waking');
  let kept: HTMLElement | null = null;
  const keep = (event: Event) => {
    const button = (event.target as Element).closest<HTMLElement>('button[type="button"]');
    if (element.dataset.islandState === 'waking' && button) kept = button;
  };
  element.addEventListener('click', keep, true);
  const onState = (state: State) => {
    element.removeEventListener('click', keep, true);
    setState(element, state);
    if (state === 'awake') kept?.click();
  };
  try {
    const [module, { hydrate }] = await Promise.all([import(urls[id] ?? ''), import('./hydrate')]);
    hydrate({ element, island: module.default, props: JSON.parse(element.nextElementSibling?.textContent ?? '{}'), onState });
  } catch (error) {
    console.error(error);
    onState('failed');
  }
}

function schedule(element: HTMLElement): void {
  const start = () => void wake(element);
  const when = element.dataset.islandWhen;
  if (when === 'load') start();
  else if (when === 'idle') (window.requestIdleCallback ?? setTimeout)(start);
  else if (when === 'visible') {
    new IntersectionObserver((entries, observer) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      start();
    }, { rootMargin: '200px' }).observe(element);
  } else for (const name of ['pointerover', 'pointerdown', 'focusin']) element.addEventListener(name, start, { once: true });
}

function find(root: ParentNode): void {
  root.querySelectorAll<HTMLElement>('[data-island-state="waiting"]').forEach(schedule);
}

find(document);
document.addEventListener('tare:swapped', (event) => find(event.target as Element));
void import('./enhance');
