import { useCallback, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from './button';
import { classNames } from './class-names';
import { useLayoutStrings } from './layout-strings';
import s from './loaded.module.css';

export interface Loading<T> {
  data: T | null;
  error: unknown;
  busy: boolean;
  reload: () => void;
}

const nothing = { data: null, error: null, busy: true };

/** Loads once, again when `load` is another function, and when asked to; of several that overlap only the last is shown. */
export function useLoading<T>(load: (signal: AbortSignal) => Promise<T>): Loading<T> {
  const [state, setState] = useState<Omit<Loading<T>, 'reload'>>(nothing);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const going = new AbortController();
    setState((before) => ({ ...before, busy: true }));
    load(going.signal).then(
      (data) => {
        if (!going.signal.aborted) setState({ data, error: null, busy: false });
      },
      (error: unknown) => {
        if (!going.signal.aborted) setState({ data: null, error, busy: false });
      },
    );
    return () => going.abort();
  }, [load, attempt]);
  return { ...state, reload: useCallback(() => setAttempt((count) => count + 1), []) };
}

interface LoadedProps<T> {
  from: Loading<T>;
  sentenceOf: (error: unknown) => string;
  children: (data: T) => ReactNode;
}

/** A part of the page that is loaded by itself: what was there stays, dimmed, until the new is; or why there is none. */
export function Loaded<T>({ from: { data, error, busy, reload }, sentenceOf, children }: LoadedProps<T>) {
  const words = useLayoutStrings();
  const region = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    const lost = document.activeElement === document.body || document.activeElement?.matches(':disabled');
    if (hadFocus.current && lost) headOf(region.current)?.focus();
  }, [data]);
  return (
    <section
      ref={region}
      className={s.region}
      aria-busy={busy || undefined}
      onFocus={() => {
        hadFocus.current = true;
      }}
      onBlur={(event) => {
        hadFocus.current = region.current?.contains(event.relatedTarget) ?? false;
      }}
    >
      {data !== null && children(data)}
      {data === null && error === null && <Skeleton shape="row" count={8} />}
      {data === null && error !== null && (
        <div className={s.trouble} role="alert">
          <p>{sentenceOf(error)}</p>
          <Button onClick={reload}>{words.error.again}</Button>
        </div>
      )}
    </section>
  );
}

/** Where to go on from when what had the focus is gone. */
function headOf(element: HTMLElement | null): HTMLElement | null {
  return element?.closest('dialog')?.querySelector('button') ?? document.querySelector<HTMLElement>('main h1');
}

/** Holds the place of what comes, in its size, so that nothing jumps. `count` is lines or rows. */
function Skeleton({ shape = 'text', count = 3 }: { shape?: 'text' | 'figure' | 'row' | 'chart'; count?: number }) {
  const strings = useLayoutStrings();
  return (
    <div className={classNames(s.skeleton, s[shape])} role="status" aria-label={strings.loading}>
      {Array.from({ length: shape === 'text' || shape === 'row' ? count : 1 }, (_, at) => (
        <span key={at} className={s.line} />
      ))}
    </div>
  );
}
