import type { ReactElement } from 'react';
import { describe, expect, it } from 'vitest';
import { createFormat } from '../../client/ui/format';
import { LayoutProvider } from '../../client/ui/layout-strings';
import type { Capture } from '../../server/domain/measures/capture.contract';
import { captureOf } from '../../server/domain/measures/capture.rules';
import type { LocationFigures, SparkWeek } from '../../server/domain/measures/measure.contract';
import { judgeLocations, locationRows, overallOf } from '../../server/features/performance/performance.rules';
import type { TrendWeek } from '../../server/features/performance/report.contract';
import { translator } from '../../server/platform/i18n/messages';
import heroes from '../layout/hero-figure.module.css';
import { renderPage } from '../layout/render';
import sparks from '../layout/sparkline.module.css';
import strings from '../locales/en_US/layout.json';
import { Heroes, type UnconfirmedView } from './hero';
import { PerformanceTable, type PerformanceTableProps } from './performance-table';
import cells from './performance-table.module.css';
import { Ranking } from './ranking';
import { Trends } from './trends';
import bars from './weekly-chart.module.css';

const t = translator('en_US');
const format = createFormat({ locale: 'en_US', timeZone: 'UTC', unit: { id: 12, abbr: 'kg', gramsPerUnit: 1000 } });
const draw = (element: ReactElement) =>
  renderPage(<LayoutProvider strings={strings}>{element}</LayoutProvider>, 'en_US').html;
const text = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

const kitchen = (change: Partial<LocationFigures> = {}): LocationFigures => ({
  siteId: 1,
  siteName: 'Mill',
  siteStatus: 'A',
  locationId: 1,
  locationName: 'Kitchen',
  locationStatus: 'A',
  currency: 'USD',
  baselineStart: '2026-01-05',
  reductionFrom: '2026-01-26',
  gPerOpenDay: 100,
  baselineOpenDays: 21,
  costPerOpenDay: 2,
  txnPerOpenDay: 4,
  openDays: 10,
  trackedDays: 10,
  txn: 60,
  newestWeek: '2026-03-09',
  comparedOpenDays: 10,
  comparedTrackedDays: 10,
  comparedG: 800,
  comparedCost: 15,
  comparedTxn: 44,
  comparedEstimatedG: 0,
  comparedDerivedCost: 0,
  scoredWeeks: 4,
  compliantWeeks: 3,
  ...change,
});
const thin = kitchen({ trackedDays: 4, comparedTrackedDays: 4 });

const neverWeighed: Capture = { accuracy: null, corrected: null, notCorrected: 'noCheckWeights' };

function heroesOf(
  figures: LocationFigures[],
  {
    today = '2026-03-16',
    capture = neverWeighed,
    unconfirmed = { headline: false, stopped: 0, href: null },
  }: { today?: string; capture?: Capture; unconfirmed?: UnconfirmedView } = {},
): string {
  const overall = overallOf(judgeLocations(figures, { threshold: 0, tracking: 0.8 }));
  return draw(
    <Heroes
      {...{ t, format, overall, capture, unconfirmed, today }}
      range="Mar 9 – 15, 2026"
      behind={{ stageId: 8, start: '2026-03-09', end: '2026-03-15' }}
      threshold={0}
      limit={0.8}
      seesCompliance={false}
    />,
  );
}

const coloured = (html: string) =>
  [heroes.less, heroes.more].filter((name) => new RegExp(`class="[^"]*\\b${name}\\b`).test(html));

const behind = { stageId: 8, start: '2026-01-05', end: '2026-04-05' };

describe('the overall change', () => {
  it('is green where enough days are tracked', () => {
    expect(coloured(heroesOf([kitchen()]))).toEqual([heroes.less]);
    expect(text(heroesOf([kitchen()]))).not.toContain('Not enough tracked days');
  });

  it.each([
    ['of one currency', [thin]],
    ['of several currencies', [thin, { ...thin, locationId: 2, currency: 'EUR' }]],
    ['that is an increase', [{ ...thin, comparedG: 3000, comparedCost: 90 }]],
  ])('below the limit has no colour and says in words what it would be: %s', (_, figures) => {
    const html = heroesOf(figures);
    expect(coloured(html)).toEqual([]);
    expect(text(html)).toContain('Not enough tracked days');
    expect(text(html)).toContain('It would be');
    expect(text(html)).toContain('A change is considered reliable only if at least 80% of open days were tracked');
  });

  it('is of those that still track; the details have it with the kitchens that stopped', () => {
    const html = heroesOf([kitchen(), kitchen({ locationId: 2, comparedG: 0, comparedCost: 0 })]);
    const [large, details] = html.split('<details');
    expect(text(large ?? '')).toContain('−20.00%');
    expect(text(large ?? '')).not.toContain('−60.00%');
    expect(text(details ?? '')).toContain('100% of open days tracked, 1 of 2 locations counted');
    expect(text(details ?? '')).toContain('1 location has probably stopped tracking');
    expect(text(details ?? '')).toContain(
      'With kitchens that stopped tracking included, the change in weight would be −60.00%.',
    );
    expect(text(heroesOf([kitchen()]))).not.toContain('With kitchens');
  });

  it('is no success that only a stopped kitchen makes', () => {
    const html = heroesOf([kitchen({ comparedG: 1100, comparedCost: 30 }), kitchen({ locationId: 2, comparedG: 0 })]);
    expect(coloured(html)).toEqual([heroes.more]);
    expect(text(html)).toContain('+10.00%');
  });

  it('is not known where nobody tracks any more', () => {
    const html = text(heroesOf([kitchen({ comparedG: 0 })]));
    expect(html).toContain('Unknown: all counted locations have probably stopped tracking.');
    expect(html).toContain('0 of 1 locations counted');
  });

  it('of several currencies is one at a time, the first of them chosen', () => {
    const html = heroesOf([kitchen(), kitchen({ locationId: 2, currency: 'EUR' })]);
    expect(html.match(/<input[^>]*name="hero-currency"[^>]*>/g)?.map((one) => one.includes('checked'))).toEqual([
      true,
      false,
    ]);
    expect(text(html)).toContain('Change in value in EUR');
    expect(html).toContain('&amp;currency=USD');
  });

  it('counts those that it leaves out, and tells the age of old data', () => {
    const html = text(heroesOf([kitchen(), kitchen({ locationId: 2, baselineStart: null })], { today: '2027-01-04' }));
    expect(html).toContain('1 of 2 locations counted');
    expect(html).toContain('1 location is not counted because it has no baseline yet.');
    expect(html).toContain('The latest weighing in this date range is from the week of Mar 9 – 15, 2026.');
    expect(text(heroesOf([kitchen()]))).not.toContain('newest weighing');
  });
});

/** 90 % of what the bins weighed was recorded, on so many of ten open days. */
const weighed = (completeDays: number) =>
  captureOf(
    { openDays: 10, incompleteDays: 10 - completeDays, weighedDays: 10, wasteGrams: 900, checkGrams: 1_000 },
    -0.2,
  );

describe('what the bins weighed', () => {
  it('stands beside the share of tracked days, with what the change would be if all had been recorded', () => {
    const html = text(heroesOf([kitchen()], { capture: weighed(5) }));
    expect(html).toContain('90% weight accuracy');
    expect(html).toContain('When corrected using check weights, the change in weight is −11.11%.');
  });

  it('corrects nothing where fewer than half of the days are complete, and says why', () => {
    const html = text(heroesOf([kitchen()], { capture: weighed(4) }));
    expect(html).toContain('90% weight accuracy');
    expect(html).toContain(
      'Change corrected using check weights: not available (fewer than half of the open days are complete)',
    );
  });

  it('is not known where no bin was weighed, and then there is nothing to correct', () => {
    const html = text(heroesOf([kitchen()]));
    expect(html).toContain('weight accuracy unknown: no check weights');
    expect(html).not.toContain('Corrected');
  });

  it.each([
    [weighed(5), '90% −11.11% corrected'],
    [weighed(4), '90% – corrected (fewer than half of the open days are complete)'],
    [neverWeighed, '–'],
  ])('stands in each row of the table: %j', (capture, shown) => {
    const column = {
      key: 'accuracy',
      label: 'Weight accuracy',
      numeric: true,
      place: 'side',
      sorted: null,
      sortHref: undefined,
    } as const;
    const rows = locationRows([kitchen()], { threshold: 0, tracking: 0.8 }).map((row) => ({
      ...row,
      capture,
      unconfirmed: false,
      spark: [],
    }));
    const pager = { from: 1, to: 1, total: 1, previousHref: undefined, nextHref: undefined, sizes: [] };
    const html = draw(
      <PerformanceTable
        {...{ t, format, behind }}
        viewType="locations"
        range="Mar 9 – 15, 2026"
        table={{ columns: [column], rows, pager }}
        hrefOf={() => undefined}
      />,
    );
    expect(text(html.slice(html.indexOf('<tbody'), html.indexOf('</tbody>'))).trim()).toBe(shown);
  });
});

describe('while open days are not confirmed', () => {
  const href = '/locationCalendar?location=1#pattern';
  const stopped = kitchen({ locationId: 2, scoredWeeks: 4, compliantWeeks: 0, comparedG: 400 });

  it('the figure has that doubt, and no share of tracked days', () => {
    const html = heroesOf([thin], { unconfirmed: { headline: true, stopped: 0, href } });
    expect(coloured(html)).toEqual([]);
    expect(text(html)).toContain('Open days not confirmed . It would be');
    expect(text(html)).toContain('Open days not confirmed · 1 of 1 locations counted');
    expect(text(html)).not.toContain('Not enough tracked days');
    expect(text(html)).not.toContain('A change is considered reliable only if');
    expect(html).toContain(`href="${href}"`);
  });

  it('who may only be closed on some days has not stopped', () => {
    const waiting = { headline: false, stopped: 1, href: null };
    const html = text(heroesOf([kitchen(), stopped], { unconfirmed: waiting }));
    expect(html).toContain('Open days not confirmed · 100% of open days tracked, 1 of 2 locations counted');
    expect(html).toContain('1 location is excluded from the figures until its open days are confirmed.');
    expect(html).toContain('With these kitchens included, the change in weight would be −40.00%.');
    expect(html).not.toContain('stopped');
    expect(html).not.toContain('Confirm open days');
    expect(text(heroesOf([stopped], { unconfirmed: waiting }))).toContain('Unknown: the open days are not confirmed.');
  });

  it('others beside them have', () => {
    const silent = kitchen({ locationId: 3, comparedG: 0, comparedCost: 0 });
    const html = text(
      heroesOf([kitchen(), stopped, silent], { unconfirmed: { headline: false, stopped: 1, href: null } }),
    );
    expect(html).toContain('1 location has probably stopped tracking');
    expect(html).toContain('1 location is excluded from the figures until its open days are confirmed.');
  });
});

describe('what was not measured', () => {
  it('stands with its share in the line of trust, of a value in its details', () => {
    const html = heroesOf([kitchen({ comparedEstimatedG: 200, comparedDerivedCost: 15 })]);
    expect(text(html.slice(0, html.indexOf('</summary>')))).toContain('25% estimated from servings');
    expect(text(html)).toContain('Change in value in USD: 100% estimated from prices');
    expect(text(heroesOf([kitchen({ comparedEstimatedG: 0.1 })]))).toContain('1% estimated');
    expect(text(heroesOf([kitchen()]))).not.toContain('estimated');
  });

  it('is told of each currency by itself', () => {
    const html = text(heroesOf([kitchen(), kitchen({ locationId: 2, currency: 'EUR', comparedDerivedCost: 15 })]));
    expect(html.match(/estimated from prices/g)).toHaveLength(1);
  });
});

describe('the ranking', () => {
  const row = (
    id: number,
    weightVsBaseline: number,
    unreliable: 'PROBABLY_STOPPED_TRACKING' | 'NOT_ENOUGH_TRACKED_DAYS' | null = null,
  ) => ({
    id,
    siteName: 'Mill',
    locationName: `Kitchen ${id}`,
    weightVsBaseline,
    unreliable,
    unconfirmed: false,
    estimatedShare: id >= 100 ? 1 : 0,
  });
  const drawn = (rows: ReturnType<typeof row>[]) =>
    draw(<Ranking {...{ t, format, rows }} viewType="locations" hrefOf={() => undefined} behind={behind} />);
  const ranking = (rows: ReturnType<typeof row>[]) => text(drawn(rows));
  const sound = Array.from({ length: 14 }, (_, at) => row(100 + at, -0.01 * at));

  it.each([
    ['few', sound.slice(0, 3)],
    ['many', sound],
  ])('of %s is never led by a kitchen that stopped or tracked too little', (_, rest) => {
    const html = ranking([row(1, -1, 'PROBABLY_STOPPED_TRACKING'), row(2, -0.7, 'NOT_ENOUGH_TRACKED_DAYS'), ...rest]);
    expect(html).not.toContain('Kitchen 1,');
    expect(html).not.toContain('Kitchen 2,');
    expect(html).toContain(`Kitchen ${99 + rest.length}`);
    expect(html.match(/100% estimated from servings/g)?.length).toBeGreaterThan(0);
    expect(html).toContain(`of ${rest.length} locations waste less`);
    expect(html).toContain('2 are not ranked because they tracked too few days or have probably stopped tracking.');
  });

  it.each([
    ['few', 3, /<rect[^>]*width="50.00%"[^>]*fill="url\(#ranking-estimated\)"/],
    ['many', 14, /<path[^>]*d="M[^"]+"[^>]*fill="url\(#ranking-estimated\)"/],
  ])('of %s stripes what was estimated, and only that', (_, count, striped) => {
    const rows = Array.from({ length: count }, (_row, at) => row(1 + at, -0.01 * (1 + at)));
    expect(drawn(rows)).not.toContain('ranking-estimated');
    expect(drawn(rows.map((one) => ({ ...one, estimatedShare: one.id === count ? 0.5 : 0 })))).toMatch(striped);
  });

  it('says so where nobody is left to rank', () => {
    expect(ranking([row(1, -1, 'PROBABLY_STOPPED_TRACKING'), row(2, -0.5)])).toContain('1 is not ranked');
  });

  it('says which wait for their open days', () => {
    const waiting = { ...row(1, -1, 'PROBABLY_STOPPED_TRACKING'), unconfirmed: true };
    const html = ranking([waiting, row(2, -0.7, 'NOT_ENOUGH_TRACKED_DAYS'), ...sound]);
    expect(html).toContain('1 is not ranked because it tracked too few days');
    expect(html).toContain('1 is not ranked because its open days are not confirmed.');
  });
});

describe('the table', () => {
  const column = { label: 'Weight', numeric: true, place: 'side', sorted: null, sortHref: undefined } as const;
  const columns: PerformanceTableProps['table']['columns'] = [
    { ...column, key: 'weight' },
    { ...column, key: 'value' },
    { ...column, key: 'transactions' },
    { ...column, key: 'trend' },
  ];
  const tableOf = (
    figures: LocationFigures,
    spark: SparkWeek[] = [3, 2, 1].map((grams) => ({ grams, estimated: false })),
    unconfirmed = false,
  ) => {
    const rows = locationRows([figures], { threshold: 0, tracking: 0.8 }).map((row) => ({
      ...row,
      capture: neverWeighed,
      unconfirmed,
      spark,
    }));
    const pager = { from: 1, to: 1, total: 1, previousHref: undefined, nextHref: undefined, sizes: [] };
    return draw(
      <PerformanceTable
        {...{ t, format, behind }}
        viewType="locations"
        range="Mar 9 – 15, 2026"
        table={{ columns, rows, pager }}
        hrefOf={() => undefined}
      />,
    );
  };
  const results = (html: string) =>
    [cells.less, cells.more, sparks.less, sparks.more].filter((name) =>
      new RegExp(`class="[^"]*\\b${name}\\b`).test(html),
    );

  it('names open days that are not confirmed in place of the judgement', () => {
    expect(tableOf(thin)).toContain('title="Not enough tracked days"');
    const html = tableOf(thin, [], true);
    expect(html).toContain('title="Open days not confirmed"');
    expect(html).not.toContain('Not enough tracked days');
  });

  it('is green where enough days are tracked', () => {
    expect(results(tableOf(kitchen({ comparedTxn: 36 })))).toEqual([cells.less, sparks.less]);
  });

  it.each([
    ['too few tracked days', thin],
    ['an increase on too few tracked days', { ...thin, comparedG: 3000, comparedCost: 90, comparedTxn: 400 }],
    ['a kitchen that probably stopped', kitchen({ comparedG: 0, comparedCost: 0, comparedTxn: 0 })],
  ])('shows no change as a result: %s', (_, figures) => {
    const html = tableOf(figures);
    expect(results(html)).toEqual([]);
    expect(html).toMatch(new RegExp(`class="[^"]*\\b${cells.doubt}\\b`));
  });

  it('says beside a weight what is estimated and beside a value what is derived, and only there', () => {
    const shown = text(tableOf(kitchen({ comparedEstimatedG: 400, comparedDerivedCost: 3 })));
    expect(shown).toContain('50% estimated');
    expect(shown).toContain('20% estimated');
    expect(text(tableOf(kitchen()))).not.toContain('estimated');
  });

  it('dots the trend to the weeks that were estimated, and says so', () => {
    const weeks = (estimated: boolean) => [
      { grams: 500, estimated: false },
      null,
      { grams: 700, estimated },
      { grams: 600, estimated: false },
    ];
    const dotted = new RegExp(`<path class="[^"]*\\b${sparks.estimated}\\b`);
    expect(tableOf(kitchen(), weeks(true))).toMatch(dotted);
    expect(tableOf(kitchen(), weeks(true))).toMatch(/aria-label="[^"]*\(Estimated from servings\)"/);
    expect(tableOf(kitchen(), weeks(false))).not.toMatch(dotted);
    expect(tableOf(kitchen(), weeks(false))).not.toContain('Estimated');
  });
});

describe('the weeks', () => {
  const week = (state: TrendWeek['state']): TrendWeek => ({
    weekStart: '2026-03-09',
    weeks: 1,
    actual: 700,
    expected: 1000,
    estimated: 0,
    openDays: 7,
    state,
  });

  it('are hatched and no finding where too few days were tracked', () => {
    const html = draw(
      <Trends {...{ t, format, behind }} waits={false} place="all" values={[]} weights={[week('partly')]} />,
    );
    expect(html).not.toMatch(new RegExp(`class="[^"]*\\b${bars.less}\\b`));
    expect(html).toMatch(new RegExp(`class="${bars.partly}"[^>]*fill="url\\(#trend-weight-hatch\\)"`));
    expect(text(html)).toContain('No weeks have enough tracked days to compare.');
    expect(text(html)).toContain('(Not enough tracked days)');
    expect(
      draw(<Trends {...{ t, format, behind }} waits={false} place="all" values={[]} weights={[week('compared')]} />),
    ).toMatch(new RegExp(`class="[^"]*\\b${bars.less}\\b`));
  });

  it('are striped and told where their weight is estimated or their value derived, and only there', () => {
    const marked = { ...week('compared'), estimated: 350 };
    const html = draw(
      <Trends
        waits={false}
        {...{ t, format, behind }}
        place="all"
        values={[{ currency: 'USD', weeks: [marked] }]}
        weights={[marked]}
      />,
    );
    for (const id of ['trend-weight', 'trend-USD'])
      expect(html).toMatch(new RegExp(`<rect[^>]* y="[^>]*fill="url\\(#${id}-estimated\\)"`));
    expect(text(html)).toContain('50% estimated from servings');
    expect(text(html)).toContain('50% estimated from prices');
    expect(
      draw(<Trends {...{ t, format, behind }} waits={false} place="all" values={[]} weights={[week('compared')]} />),
    ).not.toContain('-estimated');
  });
});
