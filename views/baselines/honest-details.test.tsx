import { describe, expect, it } from 'vitest';
import { DetailContent } from '../../client/baselines/detail-content';
import { LayoutProvider } from '../../client/ui/layout-strings';
import type { BaselineDetails, WeeklySummary } from '../../server/features/baselines/baselines.contract';
import type { WaitingDays } from '../../server/features/calendar/confirm-days.rules';
import { translator } from '../../server/platform/i18n/messages';
import { renderPage } from '../layout/render';
import strings from '../locales/en_US/layout.json';

const t = translator('en_US');
const settings = { locale: 'en_US', timeZone: 'UTC', unit: { id: 12, abbr: 'kg', gramsPerUnit: 1000 } } as const;

const figures = { openDays: 14, trackedDays: 14, weightPerOpenDay: 8, costPerOpenDay: 2, transactionsPerOpenDay: 4 };
const changes = { weightVsBaseline: -0.2, valueVsBaseline: -0.1, transactionsVsBaseline: 0 };
const measured = { estimatedShare: 0, derivedCostShare: 0 };

const week = (weekBeginDate: string, more: Partial<WeeklySummary>): WeeklySummary => ({
  weekBeginDate,
  openDays: 7,
  trackedDays: 7,
  transactionCount: 28,
  weightSum: 56,
  costSum: 14,
  ...changes,
  ...measured,
  running: false,
  reliable: true,
  ...more,
});

interface Shown {
  since?: Partial<NonNullable<BaselineDetails['baselineData']>>;
  weeks?: Partial<WeeklySummary>;
  waiting?: WaitingDays;
}

function windowOf({ since = {}, weeks = {}, waiting }: Shown): string {
  const data: BaselineDetails = {
    siteId: 1,
    siteName: 'Mill',
    locationId: 2,
    locationName: 'Kitchen',
    wasteStageId: 8,
    wasteStageName: 'Pre-consumer',
    weightUnit: 'kg',
    currency: 'USD',
    noDataReason: null,
    baselineData: {
      baselineStartDate: '2026-01-05',
      baselineEndDate: '2026-01-25',
      weekCount: 3,
      comparedFrom: '2026-01-26',
      method: 'AUTO',
      reason: '',
      baseline: { ...figures, trackedDays: null, weightPerOpenDay: 10 },
      since: figures,
      ...changes,
      reliable: true,
      unreliableReason: null,
      ...measured,
      ...since,
    },
    weeklySummaries: [week('2026-02-02', weeks), week('2026-01-26', {})],
  };
  return renderPage(
    <LayoutProvider strings={strings}>
      <DetailContent {...{ data, t, settings }} waiting={waiting ?? null} level="h2" />
    </LayoutProvider>,
    'en_US',
  ).html;
}

const text = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

describe('a baseline in detail', () => {
  it('says beside each change how much of it was estimated or worked out', () => {
    expect(text(windowOf({ since: { estimatedShare: 0.25 } }))).toContain('25% estimated from servings');
    expect(text(windowOf({ since: { derivedCostShare: 0.4 } }))).toContain('40% estimated from prices');
    expect(text(windowOf({ since: { estimatedShare: 0.0001 } }))).toContain('1% estimated from servings');
  });

  it('stripes the part of a week that was estimated, and says what stripes are', () => {
    const html = windowOf({ weeks: { estimatedShare: 0.5 } });
    expect(html.match(/<rect[^>]*fill="url\(#baseline-weeks-estimated\)"/g)).toHaveLength(2);
    expect(text(html)).toContain('Striped: estimated from servings');
    expect(text(html)).toContain('8.0, 50% estimated from servings');
  });

  it('tells in the table of weeks of each sum', () => {
    expect(text(windowOf({ weeks: { estimatedShare: 0.3 } }))).toContain('30% estimated');
    expect(text(windowOf({ weeks: { derivedCostShare: 0.7 } }))).toContain('70% estimated');
  });

  it('says nothing of the kind where all was measured', () => {
    const html = windowOf({});
    expect(text(html)).not.toMatch(/estimated|worked out/i);
    expect(html).not.toContain('baseline-weeks-estimated');
  });
});

describe('of a location whose open days are not confirmed', () => {
  const thin = { reliable: false, trackedDays: 5 };
  const unreliable = { since: { reliable: false, unreliableReason: 'NOT_ENOUGH_TRACKED_DAYS' }, weeks: thin } as const;
  const href = '/locationCalendar?location=2#pattern';

  it('a baseline in detail says so instead of judging', () => {
    expect(text(windowOf(unreliable))).toContain('Not enough tracked days');
    const html = windowOf({ ...unreliable, waiting: { href } });
    expect(html).toContain(`<a href="${href}">Open days not confirmed</a>`);
    expect(text(html)).toContain('Dashed: open days not confirmed');
    expect(text(html)).not.toMatch(/not enough tracked days|14 of 14 open days tracked/i);
    expect(windowOf({ ...unreliable, waiting: { href: null } })).not.toContain(href);
  });

  it('judges what does not hang on them', () => {
    const judged = text(windowOf({ waiting: { href } }));
    expect(judged).toContain('14 of 14 open days tracked');
    expect(judged).not.toContain('not confirmed');
    const silent = {
      since: {
        since: { ...figures, transactionsPerOpenDay: 0 },
        reliable: false,
        unreliableReason: 'PROBABLY_STOPPED_TRACKING',
      },
      weeks: { ...thin, transactionCount: 0 },
    } as const;
    expect(text(windowOf({ ...silent, waiting: { href } }))).toContain('Probably stopped tracking');
  });
});
