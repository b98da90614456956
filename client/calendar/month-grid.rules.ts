export interface GridMove {
  key: string;
  /** Position of the day among all days shown, row after row. */
  at: number;
  count: number;
}

/** Where the focus goes after a key, or null when the key does not move it. Rows have seven days; at an edge it stays. */
export function moveDay({ key, at, count }: GridMove): number | null {
  const to = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at - 7,
    ArrowDown: at + 7,
    Home: at - (at % 7),
    End: at - (at % 7) + 6,
  }[key];
  if (to === undefined) return null;
  return to < 0 || to >= count ? at : to;
}

export interface Span {
  /** Local dates, both included; empty while one of them is still being typed. */
  from: string;
  to: string;
}

/** The days between two, whichever was chosen first. */
export const spanOf = (one: string, other: string): Span =>
  one <= other ? { from: one, to: other } : { from: other, to: one };

export const holds = (span: Span | null, day: string) =>
  span !== null && span.from !== '' && span.from <= day && day <= span.to;
