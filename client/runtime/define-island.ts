import type { ComponentType } from 'react';
import type { MessagePath, Speak } from './sentences';

/** When an island wakes: at once, when the browser has time, when it comes into view, or when somebody reaches for it. */
export type IslandWhen = 'load' | 'idle' | 'visible' | 'interaction';

type NotJson =
  | ((...args: never[]) => unknown)
  | bigint
  | symbol
  | Date
  | RegExp
  | Map<unknown, unknown>
  | Set<unknown>
  | Promise<unknown>;

/** What is left of a type after a journey through JSON: anything that would not arrive becomes `never`. */
export type JsonProps<P> = P extends NotJson
  ? never
  : P extends string | number | boolean | null | undefined
    ? P
    : P extends object
      ? { [K in keyof P]: JsonProps<P[K]> }
      : unknown extends P
        ? never
        : P;

type Safe<P> = [P] extends [JsonProps<P>] ? unknown : 'island props must survive JSON';

export interface Island<P extends object> {
  /** The path of the module below `client/` without `.island.tsx`, for instance `performance/filter-bar`. */
  readonly id: string;
  readonly component: ComponentType<P>;
  /** The messages that it shows. */
  readonly sentences: readonly MessagePath[];
}

/**
 * Names a component that wakes in the browser. The module `client/<id>.island.tsx` exports it as default.
 * Props that JSON would lose (functions, dates, maps) are refused by the compiler. A component with a `t` declares the messages
 * that it gives; the page hands over exactly these in its language.
 */
export function defineIsland<P extends object>(id: string, component: ComponentType<P> & Safe<P>): Island<P>;
export function defineIsland<P extends { t: unknown }, const W extends readonly MessagePath[]>(
  id: string,
  component: ComponentType<P> & Safe<Omit<P, 't'>>,
  sentences: W & (Speak<W> extends P['t'] ? unknown : 'the component asks for other sentences'),
): Island<Omit<P, 't'>>;
export function defineIsland(
  id: string,
  component: ComponentType<object>,
  sentences: readonly MessagePath[] = [],
): Island<object> {
  return { id, component, sentences };
}
