import { describe, expect, it } from 'vitest';
import { DetailContent } from '../../client/baselines/detail-content';
import { LayoutProvider } from '../../client/ui/layout-strings';
import type { BaselineDetails, WeeklySummary } from '../../server/features/baselines/baselines.contract';
import { translator } from '../../server/platform/i18n/messages';
import { renderPage } from '../layout/render';
import strings from '../locales/en_US/layout.json';

const t = translator('en_US');
const settings = { locale: 'en_US', timeZone: 'UTC', unit: { id: 12, abbr: 'kg', gramsPerUnit: 1000 } } as const;

const figures = { openDays: 14, trackedDays: 14, weightPerOpenDay: 8, costPerOpenDay: 2, transactionsPerOpenDay: 4 };
const changes = { weightVsBaseline: -0.2, valueVsBaseline: -0.1, transactionsVsBaseline: 0 };
const measured = { estimatedShare: 0, derivedCostShare: 0 };
type Shares = Partial<typeof measured>;

const week = (weekBeginDate: string, shares: Shares): WeeklySummary => ({
  weekBeginDate,
  openDays: 7,
  trackedDays: 7,
  transactionCount: 28,
  weightSum: 56,
  costSum: 14,
  ...changes,
  ...measured,
  ...shares,
  running: false,
  reliable: true,
});

function windowOf({ since = {}, weeks = {} }: { since?: Shares; weeks?: Shares }): string {
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
      <DetailContent data={data} t={t} settings={settings} level="h2" />
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
