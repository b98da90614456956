import { columnOf, dateFormOf, dateForms, measuresOf, type DateForm } from './mapping-editor.rules';
import { record, text, type MappingJson } from './mapping-json.rules';
import { headsOf, unclearHeads, wideColumns, wideMeasure } from './mapping-wide.rules';

/** What may have to be said before a sheet can be read, in the order in which it is asked. */
const askedRoles = [
  'date',
  'dateForm',
  'year',
  'site',
  'location',
  'heads',
  'headValues',
  'measure',
  'unit',
  'servingGrams',
  'decimal',
  'stage',
  'monthTotals',
] as const;
export type AskedRole = (typeof askedRoles)[number];

const sayNoYear = (mapping: MappingJson): boolean => {
  const form = dateFormOf(mapping);
  return (['dayMonth', 'monthDay'] as DateForm[]).some((one) => one === form && one in dateForms);
};

/** What an event cannot do without and the sheet does not give yet. */
export function missingRoles(mapping: MappingJson, columns: readonly string[]): AskedRole[] {
  const has = (column: string | undefined) => column !== undefined && columns.includes(column);
  const dates = record(mapping.dates);
  const stated = (value: unknown) =>
    has(text(record(value).column)) ||
    record(value).constant !== undefined ||
    record(value).sameAsSite === true ||
    record(value).inHeads === true ||
    record(value).worksheet === true;
  const measures = measuresOf(mapping).filter((measure) => has(text(measure.column)));
  const wide = wideColumns(mapping).length > 0;
  const heads = headsOf(mapping);
  const ofColumn = has(columnOf(mapping, 'date'));
  const monthNeedsYear =
    wide && heads === 'month' && wideColumns(mapping).some(({ value }) => String(value).length === 2);
  const saysYear = has(text(dates.yearColumn)) || typeof dates.year === 'number';
  const stages = [
    ...measures.map((measure) => measure.stage),
    ...(wide && heads !== 'stage' ? [wideMeasure(mapping).stage] : []),
  ];
  const weights = [
    ...measures.filter(({ kind }) => kind !== 'servings'),
    ...(wide && wideMeasure(mapping).kind !== 'servings' ? [wideMeasure(mapping)] : []),
  ];
  const isOpen: Record<AskedRole, boolean> = {
    date: !ofColumn && dates.constant === undefined && dates.inHeads !== true,
    dateForm: ofColumn && dateFormOf(mapping) === 'open',
    year: !saysYear && (dates.year === '' || monthNeedsYear || (ofColumn && sayNoYear(mapping))),
    site: !stated(mapping.site),
    location: !stated(mapping.location),
    heads: wide && heads === '',
    headValues: unclearHeads(mapping).length > 0,
    measure: measures.length === 0 && !wide,
    unit: weights.some((measure) => !measure.unit && !has(text(measure.unitColumn))),
    servingGrams: [...measures, ...(wide ? [wideMeasure(mapping)] : [])].some(
      ({ kind, gramsPerServing }) => kind === 'servings' && gramsPerServing === '',
    ),
    decimal: mapping.decimal === '',
    stage: !stated(mapping.stage) && (stages.length === 0 ? heads !== 'stage' : stages.some((one) => !stated(one))),
    monthTotals: dates.monthTotals === '',
  };
  return askedRoles.filter((role) => isOpen[role]);
}
