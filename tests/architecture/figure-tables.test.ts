import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const tables =
  'rollup_day|rollup_week|rollup_week_dim|location_day|location_week|baseline|baseline_week|readiness_week|dirty_week';

/** The tables of figures that a source reads or writes, in SQL or in a query builder. */
const figureTablesIn = (source: string) =>
  [
    ...source.matchAll(
      new RegExp(
        `(?:\\b(?:from|join|into|update|using)\\s+|\\b(?:selectFrom|\\w*[jJ]oin|insertInto|updateTable|deleteFrom)\\('|sql\`|sql\\.table\\(')(${tables})\\b`,
        'g',
      ),
    ),
  ].map((match) => match[1] ?? '');

/** Who else may: each with its tables. Measures build on calendars, so that these cannot ask them for a figure. */
const owners: Record<string, readonly string[]> = {
  // Calendars are written here; what a change of one makes stale is looked up where it is marked.
  'server/domain/calendar/open-days.store.ts': ['location_day', 'location_week'],
  'server/domain/calendar/holiday-areas.store.ts': ['location_week'],
  'server/domain/calendar/touched-weeks.store.ts': ['baseline', 'baseline_week', 'location_week'],
  // What the record of a change says of the baselines before it.
  'server/domain/calendar/calendar-screen.store.ts': ['baseline'],
  'server/domain/weeks/dirty-weeks.store.ts': ['dirty_week', 'location_week'],
};

const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .map((file) => join('server', file))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.startsWith('server/domain/measures/'));

describe('the tables of figures', () => {
  it('are named in domain/measures and where they are written, so that a screen asks and joins none', () => {
    expect(sources.length).toBeGreaterThan(150);
    const named = sources
      .map((file) => [file, [...new Set(figureTablesIn(readFileSync(file, 'utf8')))].sort()] as const)
      .filter(([, names]) => names.length > 0);
    expect(Object.fromEntries(named)).toEqual(owners);
  });

  it.each([
    ['left join rollup_week r on', ['rollup_week']],
    ["db.selectFrom('baseline as b')", ['baseline']],
    ['sql`rollup_day`', ['rollup_day']],
    ['from baseline_week w join location_week k', ['baseline_week', 'location_week']],
    ['from baselines b join location l', []],
  ])('%s names %j', (source, names) => {
    expect(figureTablesIn(source)).toEqual(names);
  });
});
