/** What an organization, a source and a run may have. */
export const adapterLimits = {
  adapters: 50,
  bytes: 10_000_000,
  jsonBytes: 5_000_000,
  rows: 20_000,
  menus: 100_000,
  locations: 200,
  unknown: 2_000,
  shownRows: 50,
  shownProblems: 100,
  runs: 200,
} as const;

/** What became of a row that could be read. */
export const rowOutcomes = [
  'written',
  'unknownDish',
  'notWeighed',
  'unknownLocation',
  'leftOut',
  'unknownDaypart',
] as const;
export type RowOutcome = (typeof rowOutcomes)[number];
