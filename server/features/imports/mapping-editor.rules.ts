import type { WeightUnitCode } from '../../platform/weight-units.rules';
import { dateForms, yearlessForms, type DateForm } from './date-forms.rules';
import { record, text, without, type MappingJson } from './mapping-json.rules';
import { wideColumns, withoutWideColumn, withWideColumn } from './mapping-wide.rules';

export { dateForms, type DateForm };
export type { MappingJson };

export const singleRoles = [
  'date',
  'time',
  'site',
  'location',
  'stage',
  'item',
  'reason',
  'daypart',
  'source',
  'sink',
  'container',
  'note',
] as const;
export type SingleRole = (typeof singleRoles)[number];
export const roles = ['none', ...singleRoles, 'year', 'weight', 'servings', 'unit', 'cost', 'wide', 'total'] as const;
export type Role = (typeof roles)[number];

const stageWords = { '8': 8, '9': 9, '23': 23, 'pre-consumer': 8, 'post-consumer': 9, plate: 23 };

export const measuresOf = (mapping: MappingJson): MappingJson[] =>
  Array.isArray(mapping.measures) ? mapping.measures.map(record) : [];

/** The JSON in the form's field; null while it is none. */
export function readMapping(json: string): MappingJson | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as MappingJson) : null;
  } catch {
    return null;
  }
}

export const writeMapping = (mapping: MappingJson): string => JSON.stringify(mapping, null, 2);

/** The column that has a role; undefined where none has. */
export function columnOf(mapping: MappingJson, role: SingleRole): string | undefined {
  const dates = record(mapping.dates);
  if (role === 'date') return text(dates.column);
  if (role === 'time') return text(dates.timeColumn);
  return text(record(mapping[role]).column);
}

export function roleOf(mapping: MappingJson, column: string): Role {
  const single = singleRoles.find((role) => columnOf(mapping, role) === column);
  if (single) return single;
  const measures = measuresOf(mapping);
  const own = measures.find((measure) => measure.column === column);
  if (own) return own.kind === 'servings' ? 'servings' : 'weight';
  if (record(mapping.dates).yearColumn === column) return 'year';
  if (record(mapping.total).column === column) return 'total';
  if (wideColumns(mapping).some((one) => one.column === column)) return 'wide';
  if (
    measures.some((measure) => measure.unitColumn === column) ||
    record(record(mapping.wide).measure).unitColumn === column
  )
    return 'unit';
  if (wideColumns(mapping).some((one) => one.costColumn === column)) return 'cost';
  return measures.some((measure) => measure.costColumn === column) ? 'cost' : 'none';
}

/** The unit that a column's name speaks of; kilograms where it says nothing. */
export function guessUnit(column: string): WeightUnitCode {
  const words = column.toLowerCase().split(/[^\p{L}]+/u);
  const says = (...names: string[]) => names.some((name) => words.includes(name));
  if (says('lb', 'lbs', 'pound', 'pounds')) return 'lb';
  if (says('oz', 'ounce', 'ounces')) return 'oz';
  return says('g', 'gram', 'grams', 'gramm') ? 'g' : 'kg';
}

/** Gives a column of the sheet a role and takes its old one away; `columns` are those that the sheet has. */
export function assign(
  mapping: MappingJson,
  { column, role, columns }: { column: string; role: Role; columns: readonly string[] },
): MappingJson {
  const freed = release(mapping, column);
  if (role === 'none') return freed;
  const measures = measuresOf(freed);
  if (role === 'weight' || role === 'servings') {
    const kept = measures.filter((measure) => columns.includes(text(measure.column) ?? ''));
    return {
      ...freed,
      measures: [
        ...kept,
        newMeasure(
          { column, role, columns },
          measures.find((measure) => !kept.includes(measure)),
        ),
      ],
    };
  }
  if (role === 'wide') return withWideColumn(freed, column);
  if (role === 'total') return { ...freed, total: { ...record(freed.total), column } };
  if (role === 'year') return { ...freed, dates: { ...without(record(freed.dates), 'year'), yearColumn: column } };
  if (role === 'unit' && freed.wide !== undefined)
    return {
      ...freed,
      wide: {
        ...record(freed.wide),
        measure: { ...without(record(record(freed.wide).measure), 'unit'), unitColumn: column },
      },
    };
  if (role === 'unit')
    return {
      ...freed,
      measures: measures.map((measure) =>
        measure.kind === 'servings' ? measure : { ...without(measure, 'unit'), unitColumn: column },
      ),
    };
  if (role === 'cost') {
    const open = Math.max(
      measures.findIndex((measure) => !columns.includes(text(measure.costColumn) ?? '')),
      0,
    );
    return {
      ...freed,
      measures: measures.map((measure, at) => (at === open ? { ...measure, costColumn: column } : measure)),
    };
  }
  if (role === 'date' || role === 'time')
    return {
      ...freed,
      dates: {
        ...without(record(freed.dates), ...(role === 'date' ? ['constant', 'inHeads'] : [])),
        [role === 'date' ? 'column' : 'timeColumn']: column,
      },
    };
  if (role === 'stage') return { ...freed, stage: { column, values: record(freed.stage).values ?? stageWords } };
  return { ...freed, [role]: { ...without(record(freed[role]), 'constant', 'sameAsSite', 'column'), column } };
}

/** What stood for a column that the sheet lacks is used up by the first measure that is assigned. */
function newMeasure(
  { column, role, columns }: { column: string; role: 'weight' | 'servings'; columns: readonly string[] },
  replaced: MappingJson | undefined,
): MappingJson {
  const cost = text(replaced?.costColumn);
  const common = { name: column, column, ...(cost && columns.includes(cost) ? { costColumn: cost } : {}) };
  if (role === 'servings') return { kind: 'servings', ...common, gramsPerServing: 150 };
  const unitColumn = text(replaced?.unitColumn);
  return {
    kind: 'weight',
    ...common,
    ...(unitColumn && columns.includes(unitColumn) ? { unitColumn } : { unit: guessUnit(column) }),
  };
}

function release(mapping: MappingJson, column: string): MappingJson {
  const role = roleOf(mapping, column);
  const measures = measuresOf(mapping);
  switch (role) {
    case 'none':
      return mapping;
    case 'weight':
    case 'servings':
      return { ...mapping, measures: measures.filter((measure) => measure.column !== column) };
    case 'unit':
      if (mapping.wide !== undefined)
        return {
          ...mapping,
          wide: { ...record(mapping.wide), measure: without(record(record(mapping.wide).measure), 'unitColumn') },
        };
      return {
        ...mapping,
        measures: measures.map((measure) =>
          measure.unitColumn === column
            ? { ...without(measure, 'unitColumn'), unit: guessUnit(text(measure.column) ?? '') }
            : measure,
        ),
      };
    case 'cost':
      return {
        ...mapping,
        measures: measures.map((measure) => (measure.costColumn === column ? without(measure, 'costColumn') : measure)),
      };
    case 'wide':
      return withoutWideColumn(mapping, column);
    case 'total':
      return without(mapping, 'total');
    case 'year':
      return { ...mapping, dates: without(record(mapping.dates), 'yearColumn') };
    case 'date':
      return { ...mapping, dates: { ...record(mapping.dates), column: '' } };
    case 'time':
      return { ...mapping, dates: without(record(mapping.dates), 'timeColumn') };
    case 'site':
      return { ...mapping, site: { column: '' } };
    case 'location':
      return { ...mapping, location: { sameAsSite: true } };
    case 'stage':
      return { ...mapping, stage: { constant: 8 } };
    default:
      return without(mapping, role);
  }
}

/** Changes the measure of a column. */
export function changeMeasure(mapping: MappingJson, column: string, change: MappingJson): MappingJson {
  return {
    ...mapping,
    measures: measuresOf(mapping).map((measure) =>
      measure.column === column ? tidy({ ...measure, ...change }) : measure,
    ),
  };
}

const tidy = (value: MappingJson): MappingJson =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined));

/** `open`: nobody has said it yet. */
export function dateFormOf(mapping: MappingJson): DateForm | 'other' | 'open' {
  const patterns = JSON.stringify(record(mapping.dates).patterns);
  if (patterns === '[]') return 'open';
  return (
    (Object.keys(dateForms) as DateForm[]).find((form) => JSON.stringify(dateForms[form].patterns) === patterns) ??
    'other'
  );
}

export function withDateForm(mapping: MappingJson, form: DateForm): MappingJson {
  const { precision, patterns } = dateForms[form];
  const { monthTotals, year, ...rest } = record(mapping.dates);
  const dates = year === undefined || !yearlessForms.includes(form) ? rest : { ...rest, year };
  return {
    ...mapping,
    dates: {
      ...dates,
      patterns: [...patterns],
      precision,
      ...(precision === 'month' && { monthTotals: monthTotals ?? '' }),
    },
  };
}

/** Roles that may be the same for every line. */
export const constantRoles = ['site', 'location', 'item', 'reason', 'daypart', 'source', 'sink', 'container'] as const;
export type ConstantRole = (typeof constantRoles)[number];

export const constantOf = (mapping: MappingJson, role: ConstantRole): string =>
  text(record(mapping[role]).constant) ?? '';

/** The day of a sheet of one day, or of its week; with nothing, the day is open again. */
export const withDay = (mapping: MappingJson, day: string): MappingJson => {
  const { constant: _, column: __, patterns, ...rest } = record(mapping.dates);
  return {
    ...mapping,
    dates:
      day === ''
        ? { ...rest, patterns, column: '' }
        : { ...rest, patterns: Array.isArray(patterns) && patterns.length > 0 ? patterns : ['iso'], constant: day },
  };
};

/** States a role for every line; with nothing, the role is open again, and the location that of the site. */
export function withConstant(mapping: MappingJson, role: ConstantRole, constant: string): MappingJson {
  const rest = without(record(mapping[role]), 'column', 'constant', 'sameAsSite');
  if (constant !== '') return { ...mapping, [role]: { ...rest, constant } };
  if (role === 'location') return { ...mapping, location: { sameAsSite: true } };
  return role === 'site' ? { ...mapping, site: { column: '' } } : without(mapping, role);
}

export const stageOf = (mapping: MappingJson): string => String(record(mapping.stage).constant ?? '');

export const newSitesOf = (mapping: MappingJson) => record(mapping.newSites);
