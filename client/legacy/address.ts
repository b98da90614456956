import { useMemo, useSyncExternalStore } from 'react';
import { tellAddress } from './host-link';

const watching = new Set<() => void>();

function watch(changed: () => void): () => void {
  watching.add(changed);
  return () => watching.delete(changed);
}

/** The query of this page, which is the state of its view. */
export function useAddress(): URLSearchParams {
  const search = useSyncExternalStore(watch, () => window.location.search);
  return useMemo(() => new URLSearchParams(search), [search]);
}

/** Keeps the view in the address, here and in the host's, so that a link or a reload reproduces it. Empty values are left out. */
export function writeAddress(values: Record<string, string | number | null | undefined>): void {
  const query = new URLSearchParams(window.location.search);
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === undefined || value === '') query.delete(name);
    else query.set(name, String(value));
  }
  const search = query.size > 0 ? `?${query.toString()}` : '';
  history.replaceState(history.state, '', `${window.location.pathname}${search}`);
  tellAddress(search);
  watching.forEach((changed) => changed());
}
