import { useMemo, useSyncExternalStore } from 'react';
import { keepPlace, kept, restorePlace, type Kept } from './place';

/**
 * The window whose address is the state of the view: that of the page of ours which frames this one, or else this one's own.
 * A frame has no steps of its own in the browser's history, so that back and forward go through the host's alone.
 */
const owner: Window = window.frameElement?.hasAttribute('data-legacy-frame') ? window.parent : window;

const watching = new Set<() => void>();
const changed = () => watching.forEach((one) => one());

/** A step back is asked for, and the address still says what it leads away from. */
let closing = false;

function onStep(): void {
  closing = false;
  changed();
  restorePlace(kept(owner.history));
}

function onShow({ persisted }: PageTransitionEvent): void {
  if (persisted) owner.addEventListener('popstate', onStep);
}

/** Shows what the address says from now on, and the place in it where somebody was. */
export function followAddress(): void {
  owner.addEventListener('popstate', onStep);
  window.addEventListener('pagehide', () => owner.removeEventListener('popstate', onStep));
  window.addEventListener('pageshow', onShow);
  window.addEventListener('scrollend', () => keepPlace(owner.history));
  restorePlace(kept(owner.history));
}

function watch(one: () => void): () => void {
  watching.add(one);
  return () => watching.delete(one);
}

/** The query of the address, which is the state of the view. */
export function useAddress(): URLSearchParams {
  const search = useSyncExternalStore(watch, () => owner.location.search);
  return useMemo(() => new URLSearchParams(search), [search]);
}

type Values = Record<string, string | number | null | undefined>;

/**
 * Keeps the view in the address, so that a link, a reload or a step back shows it again. Empty values are left out.
 * @param how `typedIn`: a field in which one typed word after the other is a single step; `opens`: `closeView` leads back from here
 */
export function writeAddress(values: Values, how: Pick<Kept, 'typedIn' | 'opens'> = {}): void {
  const { pathname, search: before } = owner.location;
  const query = new URLSearchParams(before);
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === undefined || value === '') query.delete(name);
    else query.set(name, String(value));
  }
  const search = query.size > 0 ? `?${query.toString()}` : '';
  if (search === before) return;
  if (how.typedIn !== undefined && kept(owner.history).typedIn === how.typedIn)
    owner.history.replaceState(how, '', `${pathname}${search}`);
  else {
    keepPlace(owner.history);
    owner.history.pushState(how, '', `${pathname}${search}`);
  }
  changed();
}

/** From one thing back to the list that it was opened from, at the place where it was left; by `values` where somebody came from elsewhere. */
export function closeView(values: Values): void {
  if (closing) return;
  closing = kept(owner.history).opens === true;
  if (closing) owner.history.back();
  else writeAddress(values);
}
