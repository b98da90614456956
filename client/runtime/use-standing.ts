import { useEffect, useState } from 'react';
import { request, RequestError } from './request';

const everyMs = 1_000;

interface Watched<Standing> {
  /** Says how it stands. */
  address: string;
  /** Where to go when it is gone. */
  goneHref: string;
  /** As the page was made. */
  first: Standing;
  goesOn(now: Standing): boolean;
}

/** Asks once a second how something stands that goes on without the page, and reloads the page when it goes on no longer. */
export function useStanding<Standing>({ address, goneHref, first, goesOn }: Watched<Standing>) {
  const [standing, setStanding] = useState(first);
  const [offline, setOffline] = useState(false);

  useEffect(() => {
    const stop = new AbortController();
    let timer = 0;
    const ask = async () => {
      try {
        const now = await request<Standing>(address, { signal: stop.signal });
        setOffline(false);
        setStanding(now);
        if (!goesOn(now)) return window.location.reload();
      } catch (error) {
        if (stop.signal.aborted) return;
        if (error instanceof RequestError && error.status === 404) return window.location.assign(goneHref);
        setOffline(true);
      }
      timer = window.setTimeout(() => void ask(), everyMs);
    };
    timer = window.setTimeout(() => void ask(), everyMs);
    return () => {
      stop.abort();
      window.clearTimeout(timer);
    };
    // A page watches one thing, by the rule that it began with.
  }, [address, goneHref]);

  return { standing, offline };
}
