import { addDays, weekdayOf, type LocalDate } from '../../platform/time';
import type { StageId } from './event-candidate.contract';
import type { ImportMapping, Measure } from './mapping.contract';
import type { HeadRole } from './wide-heads.rules';

/** What the name of a column says of the events below it. */
export type Head = { role: HeadRole; value: string; daypart?: string | undefined };

/** A column that is read as a measure: one of `measures`, or one of `wide`, whose name says more. */
export interface ReadMeasure {
  measure: Measure;
  head?: Head;
}

const known = new WeakMap<ImportMapping, ReadMeasure[]>();

/** Every column that holds a measure, each with how it is read. Those of `wide` go by their column's name. */
export function measuresRead(mapping: ImportMapping): ReadMeasure[] {
  const found = known.get(mapping);
  if (found) return found;
  const { measures, wide } = mapping;
  const own = measures.map((measure): ReadMeasure => ({ measure }));
  const below = (wide?.columns ?? []).map(({ column, costColumn, value, stage, item, daypart }): ReadMeasure => ({
    measure: {
      ...wide!.measure,
      name: column,
      column,
      costColumn,
      whenEmpty: 'skip',
      ...(stage !== undefined && { stage: { constant: stage } }),
      ...(item !== undefined && { item: { constant: item } }),
    },
    head: { role: wide!.heads, value, daypart },
  }));
  const all = [...own, ...below];
  known.set(mapping, all);
  return all;
}

export const measureNamed = (mapping: ImportMapping, name: string): Measure | undefined =>
  measuresRead(mapping).find(({ measure }) => measure.name === name)?.measure;

/** The names that a head gives its events; places and days are read with the line's own. */
export function namesOfHead(head: Head | undefined): {
  itemName?: string;
  daypartName?: string;
  reasonName?: string;
  sourceName?: string;
} {
  if (head?.daypart !== undefined) return { daypartName: head.daypart };
  if (head?.role === 'item') return { itemName: head.value };
  if (head?.role === 'daypart') return { daypartName: head.value };
  if (head?.role === 'reason') return { reasonName: head.value };
  return head?.role === 'source' ? { sourceName: head.value } : {};
}

export const stageOfHead = (head: Head | undefined): StageId | undefined =>
  head?.role === 'stage' ? (Number(head.value) as StageId) : undefined;

/** The day of a weekday (1 Monday … 7 Sunday) in the seven days that begin, or end, with a day. */
export function dayOfWeekday(day: LocalDate, weekday: number, weekDate: 'first' | 'last'): LocalDate {
  const ahead = (weekday - weekdayOf(day) + 7) % 7;
  return addDays(day, weekDate === 'first' || ahead === 0 ? ahead : ahead - 7);
}
