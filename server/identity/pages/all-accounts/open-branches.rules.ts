/** How many branches of the tree are open at once. */
export const mostOpen = 30;
/** How many accounts of a branch are shown at first, and with each step more. */
export const branchStep = 50;
/** So many steps of a branch are shown; who looks for more than that searches. */
export const mostSteps = 10;

/** The open branches, by the public id of what they stand below, each with how many steps of it are shown. */
export type OpenBranches = ReadonlyMap<string, number>;

const entry = /^([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})(?:\.([1-9]\d?))?$/;

/** Reads what `writeOpen` wrote; what is something else is left out. */
export function parseOpen(given = ''): OpenBranches {
  const open = new Map<string, number>();
  for (const part of given.split(',')) {
    const [, id, steps = '1'] = entry.exec(part.toLowerCase()) ?? [];
    if (id !== undefined && open.size < mostOpen) open.set(id, Math.min(Number(steps), mostSteps));
  }
  return open;
}

export const writeOpen = (open: OpenBranches): string =>
  [...open].map(([id, steps]) => (steps === 1 ? id : `${id}.${steps}`)).join(',');

/** With a branch opened, closed, or shown further; the one that was opened first closes where there are too many. */
export function withBranch(open: OpenBranches, id: string, steps: number | null): OpenBranches {
  const next = new Map(open);
  next.delete(id);
  if (steps !== null) next.set(id, steps);
  const [oldest] = next.keys();
  if (next.size > mostOpen && oldest !== undefined) next.delete(oldest);
  return next;
}
