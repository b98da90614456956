import type { Format } from '../../client/ui/format';
import type { RatioMetric } from '../../server/domain/measures/volume-ratios.contract';
import { ratioParts } from '../../server/domain/measures/volume-ratios.rules';
import { isMoney } from '../../server/domain/volumes/volumes.rules';
import type { Filters } from '../../server/features/events/figure-address.rules';
import type { Grouping, Level, VamRow } from '../../server/features/volume-adjusted-metrics/vam.contract';
import type { Translate } from '../../server/platform/i18n/messages';

/** What the figures are of. */
export interface ShownVam {
  metric: RatioMetric;
  level: Level;
  groupBy: Grouping;
  start: string;
  end: string;
  stageId: number | undefined;
}

export interface VamWriting {
  t: Translate;
  format: Format;
}

const thin = '\u202f';
const gramsPerOunce = 28.349523125;
const poundId = 11;
/** Waste for one cover costs cents. */
const moneyDecimals = 3;
/** Of one decimal of these a reader would see nothing. */
const percentDecimals = 2;

/** Grams, or ounces for whoever weighs in pounds: a guest leaves neither kilograms nor pounds. */
export const smallUnit = ({ unit }: Format) =>
  unit.id === poundId ? { abbr: 'oz', grams: gramsPerOunce, decimals: 2 } : { abbr: 'g', grams: 1, decimals: 1 };

function smallWeight(format: Format, grams: number): string {
  const unit = smallUnit(format);
  return `${format.number(grams / unit.grams, unit.decimals)}${thin}${unit.abbr}`;
}

/** A ratio as its metric is read. */
export function ratioText(
  format: Format,
  metric: RatioMetric,
  { ratio, currency }: { ratio: number; currency: string | null },
): string {
  switch (metric) {
    case 'gramsPerCover':
    case 'gramsPerTransaction':
      return smallWeight(format, ratio);
    case 'costPerCover':
      return format.money(ratio, currency ?? 'USD', { decimals: moneyDecimals });
    case 'shareOfRevenue':
    case 'shareOfPurchases':
      return format.percent(ratio, { decimals: percentDecimals });
  }
}

export const wasteIsMoney = (metric: RatioMetric) => ratioParts[metric].waste === 'cost';

/** Waste of a row. */
export const wasteText = (format: Format, metric: RatioMetric, { g, cost, currency }: VamRow): string =>
  wasteIsMoney(metric) ? format.money(cost, currency ?? 'USD', { decimals: 2 }) : format.weight(g);

/** The same of the days that count. */
export const countedWasteText = (format: Format, metric: RatioMetric, row: VamRow): string =>
  wasteText(format, metric, { ...row, g: row.countedG, cost: row.countedCost });

/** A volume with the decimals that it has, one at most. */
export function volumeText(
  format: Format,
  metric: RatioMetric,
  { volume, currency }: { volume: number; currency: string | null },
): string {
  if (isMoney(ratioParts[metric].kind)) return format.money(volume, currency ?? 'USD', { decimals: 0 });
  return format.number(volume, Number.isInteger(volume) ? 0 : 1);
}

/** The events behind a row. */
export function behindRow(
  row: VamRow,
  { metric, stageId }: { metric: RatioMetric; stageId: number | undefined },
): Filters {
  return {
    startDate: row.start,
    endDate: row.end,
    wasteStageId: stageId,
    ...(row.locationId === null ? (row.siteId === 0 ? {} : { siteId: row.siteId }) : { locationId: row.locationId }),
    ...(wasteIsMoney(metric) ? { currency: row.currency } : {}),
  };
}
