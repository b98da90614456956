import type { SheetGuess } from './guess.rules';
import {
  assign,
  changeMeasure,
  columnOf,
  dateForms,
  measuresOf,
  singleRoles,
  type MappingJson,
} from './mapping-editor.rules';
import { record, without } from './mapping-json.rules';

/** Columns of a unit or a cost belong to a weight, so they are assigned after it. */
const LAST = ['cost', 'unit'];
const HEADS_OF_PLACE = ['site', 'location'];

/** The mapping with what the sheet says of itself. What it leaves open is taken out, so that a person has to say it. */
export function withGuesses(mapping: MappingJson, guess: SheetGuess): MappingJson {
  const { columns, guesses, wide, total } = guess;
  const bare = withoutAbsent(mapping, columns);
  const ordered = guesses
    .filter(({ role }) => role !== 'guests')
    .sort((a, b) => LAST.indexOf(a.role) - LAST.indexOf(b.role));
  const assigned = ordered.reduce<MappingJson>((before, one) => withColumn(before, one, columns), bare);
  const measures = measuresOf(assigned).filter(({ column }) => columns.includes(String(column)));
  const unitColumn = guesses.find(({ role }) => role === 'unit')?.column;
  const shaped: MappingJson = {
    ...assigned,
    measures: wide || total ? measures : measuresOf(assigned),
    ...(wide && {
      wide: {
        heads: wide.heads ?? '',
        columns: wide.columns,
        measure:
          wide.kind === 'servings'
            ? { kind: 'servings', gramsPerServing: '' }
            : { kind: 'weight', ...(unitColumn ? { unitColumn } : wide.unit && { unit: wide.unit }) },
      },
    }),
    ...(total?.addsUp && { total: { column: total.column } }),
  };
  return withPlaceOfHeads(
    { ...withSitesOfCurrency(shaped, guess), dates: datesOf(shaped, guess), decimal: guess.decimal ?? '' },
    wide?.heads ?? null,
    columns,
  );
}

/** A site has one currency for all costs, so new sites take the one in which the sheet states its costs. */
function withSitesOfCurrency(mapping: MappingJson, { guesses }: SheetGuess): MappingJson {
  const stated = new Set(guesses.flatMap(({ role, currency }) => (role === 'cost' && currency ? [currency] : [])));
  const [currency] = stated;
  return stated.size === 1 && mapping.newSites
    ? { ...mapping, newSites: { ...record(mapping.newSites), currency } }
    : mapping;
}

/** Without the roles of columns that the sheet lacks: a mapping that was made for it asks for none. */
function withoutAbsent(mapping: MappingJson, columns: readonly string[]): MappingJson {
  const absent = singleRoles.filter(
    (role) =>
      !['date', 'time', 'site', 'location'].includes(role) &&
      columnOf(mapping, role) !== undefined &&
      !columns.includes(columnOf(mapping, role) ?? ''),
  );
  const { timeColumn, column, ...dates } = record(mapping.dates);
  const hasTime = typeof timeColumn === 'string' && columns.includes(timeColumn);
  const open = (of: unknown) => (typeof of === 'string' && !columns.includes(of) ? '' : of);
  const site = record(mapping.site);
  // Names match whatever their case: a name that was left here would be read although somebody is asked for it.
  return {
    ...without(mapping, ...absent),
    site: { ...site, ...('column' in site && { column: open(site.column) }) },
    dates: { ...dates, ...(column !== undefined && { column: open(column) }), ...(hasTime && { timeColumn }) },
    optionalColumns: [],
  };
}

function withColumn(
  before: MappingJson,
  { column, role, unit, currency, of, stage, stages, holds, tare, finer, times }: SheetGuess['guesses'][number],
  columns: readonly string[],
): MappingJson {
  if (role === 'guests') return before;
  if (role === 'cost' && of !== undefined) return changeMeasure(before, of, { costColumn: column, currency });
  const after = assign(before, { column, role, columns });
  if (role === 'stage' && stages)
    return { ...after, stage: { column, values: { ...record(record(after.stage).values), ...stages }, otherwise: 8 } };
  if (role === 'servings') return changeMeasure(after, column, { gramsPerServing: '' });
  if (role === 'weight')
    return changeMeasure(after, column, {
      unit,
      unitColumn: undefined,
      stage: stage && { constant: stage },
      holds,
      tareColumn: tare,
      finer,
      timesColumn: times,
    });
  const carrier = measuresOf(after).find(({ costColumn }) => costColumn === column)?.column;
  return currency && typeof carrier === 'string' ? changeMeasure(after, carrier, { currency }) : after;
}

function datesOf(
  mapping: MappingJson,
  { dateForm, day, month, year, wide, columns, weekday }: SheetGuess,
): MappingJson {
  const { column, constant: _, inHeads: __, ...rest } = mapping.dates as MappingJson;
  const form = dateForm ? dateForms[dateForm] : null;
  const isMonth = dateForm === 'month' || wide?.heads === 'month';
  const shared = {
    ...rest,
    ...(isMonth && { monthTotals: '' }),
    ...(year === false ? {} : { year: year === true ? '' : year }),
  };
  if (wide?.heads === 'month' || wide?.heads === 'day')
    return { ...shared, inHeads: true, patterns: ['iso'], precision: wide.heads === 'month' ? 'month' : 'day' };
  if (day !== null)
    return {
      ...shared,
      constant: day,
      ...(weekday !== null && { weekdayColumn: weekday }),
      patterns: ['iso'],
      precision: 'day',
    };
  const known = typeof column === 'string' && columns.includes(column);
  if (month !== null && known) return { ...shared, column, month, patterns: ['iso'], precision: 'day' };
  return {
    ...shared,
    column,
    patterns: form ? [...form.patterns] : known ? [] : rest.patterns,
    ...(form && { precision: form.precision }),
  };
}

function withPlaceOfHeads(mapping: MappingJson, heads: string | null, columns: readonly string[]): MappingJson {
  const inHeads = HEADS_OF_PLACE.includes(heads ?? '') ? { [heads!]: { inHeads: true } } : {};
  const hasLocation = columns.includes(columnOf(mapping, 'location') ?? '');
  return { ...mapping, ...(hasLocation ? {} : { location: { sameAsSite: true } }), ...inHeads };
}
