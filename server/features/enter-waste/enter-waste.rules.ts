import { wasteStageIds } from '../../domain/events/ingest.contract';
import type { LocalDate } from '../../platform/time';
import { weightUnits, type WeightUnitCode } from '../../platform/weight-units.rules';
import { otherItem, proposedItem } from './enter-waste-address.rules';
import type { Entry, Item } from './enter-waste.contract';

/** How far back it counts which items a location uses most. */
export const usedWithinDays = 90;
/** As many as fit a thumb without scrolling far. */
export const itemButtons = 8;
/** Names offered while typing; whoever has more types a part and chooses from what fits. */
export const mostSuggestions = 500;
export const mostMatches = 12;
export const mostEntered = 10;
/** Locations shown at once where one is chosen. */
export const mostPlaces = 20;

export type DecimalSign = '.' | ',';

export function decimalSignOf(locale: string): DecimalSign {
  const sign = new Intl.NumberFormat(locale.replace('_', '-'))
    .formatToParts(1.5)
    .find(({ type }) => type === 'decimal')?.value;
  return sign === ',' ? ',' : '.';
}

/** What is wrong with a field; the code is the key of its sentence. */
interface Problem {
  field: string;
  code: `enterWaste.${'weightMissing' | 'weightNotANumber' | 'weightInTwoWays' | 'itemMissing' | 'itemNameMissing' | 'timeOfDayMissing'}`;
  params?: Record<string, string>;
}

type TypedWeight = { weight: number; problem?: undefined } | { weight?: undefined; problem: Problem };

/**
 * A weight as somebody types it on a phone, whose keys may lack the decimal sign of their language: comma and point both
 * are one. `1.234` is refused where the point groups thousands, because a thousandth of the weight would go unnoticed.
 */
export function readWeight(text: string, sign: DecimalSign): TypedWeight {
  const typed = text.replaceAll(/\s/g, '');
  const problem = (code: Problem['code'], params?: Problem['params']): TypedWeight => ({
    problem: { field: 'grossWeight', code, params },
  });
  if (typed === '') return problem('enterWaste.weightMissing');
  const [, whole = '', mark, fraction = ''] = /^(\d{0,9})(?:([.,])(\d{1,6}))?$/.exec(typed) ?? [];
  if (whole === '' && fraction === '') return problem('enterWaste.weightNotANumber');
  if (mark !== undefined && mark !== sign && fraction.length === 3 && /^[1-9]/.test(whole)) {
    return problem('enterWaste.weightInTwoWays', {
      whole: `${whole}${fraction}`,
      fraction: `${whole}${sign}${fraction}`,
    });
  }
  return { weight: Number(`${whole || '0'}.${fraction || '0'}`) };
}

/** The digits after the sign that were typed; a float's own are not shown. */
export const decimalsOf = (value: number) => Math.min(String(value).split('.')[1]?.length ?? 0, 3);

/** What a form may lack although each field is right by itself. */
export function problemsOf(
  { itemId, itemName, localDate, localTime }: Entry,
  { hasItems }: { hasItems: boolean },
): Problem[] {
  const problems: Problem[] = [];
  if (itemId === undefined && hasItems) problems.push({ field: 'itemId', code: 'enterWaste.itemMissing' });
  if ((itemId === otherItem || itemId === proposedItem) && itemName === '')
    problems.push({ field: 'itemId', code: 'enterWaste.itemNameMissing' });
  if (localDate !== undefined && localTime === undefined)
    problems.push({ field: 'occurredAt', code: 'enterWaste.timeOfDayMissing' });
  return problems;
}

/** Day and time as typed; a time alone is of today, and nothing at all means now. */
export function momentOf(
  { localDate, localTime }: Pick<Entry, 'localDate' | 'localTime'>,
  today: LocalDate,
): { localDate: LocalDate; localTime: string } | Record<never, never> {
  return localTime === undefined ? {} : { localDate: localDate ?? today, localTime };
}

/** The first of the stages that a location is set up for, in the order of all of them. */
export const usualStageOf = (stageIds: readonly number[]) =>
  wasteStageIds.find((id) => stageIds.includes(id)) ?? wasteStageIds[0];

/** The unit that somebody reads weights in, as far as weights can be typed in it. */
export const unitOf = ({ abbr }: { abbr: string }): WeightUnitCode => weightUnits.find((unit) => unit === abbr) ?? 'kg';

/** The buttons: those used most, and the chosen one wherever it stands. */
export function buttonsOf(most: readonly Item[], chosen: Item | undefined): Item[] {
  const shown = most.slice(0, itemButtons);
  return !chosen || shown.some(({ refId }) => refId === chosen.refId) ? shown : [chosen, ...shown];
}

/** Which of the found items was meant: the one of that name, whatever its case. */
export function meantItem(found: readonly Item[], name: string): Item | undefined {
  const same = (text: string) => text.trim().toLocaleLowerCase();
  return found.find((one) => same(one.name) === same(name));
}
