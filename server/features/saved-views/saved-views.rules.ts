export const viewLimits = { name: 80, address: 2_000, perPerson: 100 } as const;

/** The reports that can be saved with their filters. */
export const savedReports = [
  '/food-waste-dashboard',
  '/performanceDashboard',
  '/post-consumer',
  '/donation-dashboard',
  '/volume-adjusted-metrics',
] as const;
export type SavedReport = (typeof savedReports)[number];

const isReport = (path: string): path is SavedReport => (savedReports as readonly string[]).includes(path);

/** A part of a longer list, and a note of what was just done, are no part of a view. */
const passing = ['page', 'done'];

export interface ViewAddress {
  path: SavedReport;
  /** With its question mark, or empty. */
  query: string;
}

/** @returns null for an address that is no report of ours */
export function viewAddressOf(address: string): ViewAddress | null {
  const origin = 'http://tare.invalid';
  if (!address.startsWith('/') || !URL.canParse(address, origin)) return null;
  const url = new URL(address, origin);
  if (url.origin !== origin || !isReport(url.pathname)) return null;
  for (const name of passing) url.searchParams.delete(name);
  return { path: url.pathname, query: url.search };
}

/** Where the report at this address is saved. */
export const savedViewsHref = (address: string): string =>
  `/saved-views?${new URLSearchParams({ address }).toString()}`;
