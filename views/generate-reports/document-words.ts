import type { Format } from '../../client/ui/format';
import type { UnreliableReason } from '../../server/domain/measures/reliability.rules';
import { figureHref, type Filters } from '../../server/features/events/figure-address.rules';
import type { Cost } from '../../server/features/food-waste-dashboard/food-waste.contract';
import type { ReportParameters } from '../../server/features/generate-reports/generate-reports.contract';
import type { Cell } from '../../server/platform/document/document.contract';
import type { Translate } from '../../server/platform/i18n/messages';

export interface Writing {
  t: Translate;
  format: Format;
  parameters: ReportParameters;
  /** Fraction of open days that a result needs. */
  limit: number;
}

const places = (value: number, decimals: number) => Number(value.toFixed(decimals));
/** As a file has it: in the unit of the report. */
export const inUnit = (grams: number, { unit }: Format) => places(grams / unit.gramsPerUnit, 3);
export const inPercent = (fraction: number | null) => (fraction === null ? null : places(fraction * 100, 2));

export const missing = '–';

/** The weighings of a report, or of a part of it. */
export function sourceOf({ parameters }: Writing, more: Filters = {}): string {
  const { siteId, locationId, stageId, start, end } = parameters;
  return figureHref(
    { kind: 'total' },
    { startDate: start, endDate: end, wasteStageId: stageId, siteId, locationId, ...more },
  );
}

/** Costs in every currency, or in the one that was asked for. */
export function costText({ t, format, parameters }: Writing, costs: readonly Cost[]): string {
  const shown = costs.filter(({ currency }) => parameters.currency === null || currency === parameters.currency);
  if (shown.length === 0) return t('reports.doc.noCost');
  return shown.map(({ currency, amount }) => format.money(amount, currency, { decimals: 0 })).join(' · ');
}

export const changeText = ({ format }: Writing, change: number) => format.percent(change, { decimals: 1, sign: true });

/** A change against the baseline, or why there is none. */
export function changeCell(
  writing: Writing,
  { change, why, href }: { change: number | null; why: UnreliableReason | null; href?: string | undefined },
): Cell {
  const { t } = writing;
  if (why !== null) return { text: t(`reliability.${why}`), value: null };
  return change === null
    ? { text: missing, value: null }
    : { text: changeText(writing, change), value: inPercent(change), href };
}

export const weightCell = ({ format }: Writing, grams: number, href?: string): Cell => ({
  text: format.weight(grams),
  value: inUnit(grams, format),
  href,
});

export const shareCell = ({ format }: Writing, share: number | null): Cell =>
  share === null
    ? { text: missing, value: null }
    : { text: format.percent(share, { decimals: 1 }), value: inPercent(share) };

export const countCell = ({ format }: Writing, count: number): Cell => ({ text: format.number(count), value: count });
