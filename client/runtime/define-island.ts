import type { ComponentType } from 'react';

/** When an island wakes: at once, when the browser has time, when it comes into view, or when somebody reaches for it. */
export type IslandWhen = 'load' | 'idle' | 'visible' | 'interaction';

type NotJson = ((...args: never[]) => unknown) | bigint | symbol | Date | RegExp | Map<unknown, unknown> | Set<unknown> | Promise<unknown>;

/** What is left of a type after a journey through JSON: anything that would not arrive becomes `never`. */
export type JsonProps<P> = P extends NotJson ? never
  : P extends string | number | boolean | null | undefined ? P
  : P extends object ? { [K in keyof P]: JsonProps<P[K]> }
  : unknown extends P ? never : P;

export interface Island<P extends object> {
  /** The path of the module below `client/` without `.island.tsx`, for instance `performance/filter-bar`. */
  readonly id: string;
  readonly component: ComponentType<P>;
}

/**
 * Names a component that wakes in the browser. The module `client/<id>.island.tsx` exports it as default.
 * Props that JSON would lose (functions, dates, maps) are refused by the compiler.
 */
export function defineIsland<P extends object>(
  id: string,
  component: ComponentType<P>,
  ..._check: [P] extends [JsonProps<P>] ? [] : ['island props must survive JSON']
): Island<P> {
  return { id, component };
}
