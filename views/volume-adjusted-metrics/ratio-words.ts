import type { Format } from '../../client/ui/format';
import type { RatioMetric } from '../../server/domain/measures/volume-ratios.contract';
import { ratioParts } from '../../server/domain/measures/volume-ratios.rules';
import type { Filters } from '../../server/features/events/figure-address.rules';
import type { VamRow } from '../../server/features/volume-adjusted-metrics/vam.contract';

const thin = '\u202f';
const gramsPerOunce = 28.349523125;
const poundId = 11;
/** Waste for one cover costs cents. */
const moneyDecimals = 3;
/** Of one decimal of these a reader would see nothing. */
const percentDecimals = 2;

/** Grams, or ounces for whoever weighs in pounds: a guest leaves neither kilograms nor pounds. */
export function smallWeight(format: Format, grams: number): string {
  return format.unit.id === poundId
    ? `${format.number(grams / gramsPerOunce, 2)}${thin}oz`
    : `${format.number(grams, 1)}${thin}g`;
}

/** A ratio as its metric is read. */
export function ratioText(format: Format, metric: RatioMetric, ratio: number, currency: string | null): string {
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

/** Waste of a row, all of it or of the days that count. */
export function wasteText(format: Format, metric: RatioMetric, row: VamRow, counted = false): string {
  if (wasteIsMoney(metric))
    return format.money(counted ? row.countedCost : row.cost, row.currency ?? 'USD', { decimals: 2 });
  return format.weight(counted ? row.countedG : row.g);
}

/** A volume with the decimals that it has, two at most. */
export function volumeText(format: Format, metric: RatioMetric, volume: number, currency: string | null): string {
  const { kind } = ratioParts[metric];
  if (kind === 'REVENUE' || kind === 'PURCHASES') return format.money(volume, currency ?? 'USD', { decimals: 0 });
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
