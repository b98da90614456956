import { listOf, record, without, type MappingJson } from './mapping-json.rules';
import { isHeadValue, type HeadRole } from './wide-heads.rules';

/** The columns side by side of a mapping. */
export const wideColumns = (mapping: MappingJson): MappingJson[] => listOf(record(mapping.wide).columns);
export const wideMeasure = (mapping: MappingJson): MappingJson => record(record(mapping.wide).measure);
/** Empty: nobody has said yet what the names of the columns mean. */
export const headsOf = (mapping: MappingJson): HeadRole | '' =>
  (record(mapping.wide).heads as HeadRole | undefined) ?? '';

/** Adds a column to the group, or begins one. */
export function withWideColumn(mapping: MappingJson, column: string): MappingJson {
  const wide = record(mapping.wide);
  const begun = mapping.wide === undefined ? { heads: '', measure: { kind: 'weight', unit: 'kg' } } : wide;
  return { ...mapping, wide: { ...begun, columns: [...wideColumns(mapping), { column, value: column }] } };
}

/** Takes a column out of the group; with the last one the group is gone, and what its heads said is open again. */
export function withoutWideColumn(mapping: MappingJson, column: string): MappingJson {
  const columns = wideColumns(mapping).filter((one) => one.column !== column);
  if (columns.length > 0) return { ...mapping, wide: { ...record(mapping.wide), columns } };
  return without(withHeads(mapping, 'item'), 'wide');
}

const inHeads = { site: ['site'], location: ['location'], dates: ['month', 'day'] } as const;

/** Says what the names of the columns mean: places and days that they name stand in no other column. */
export function withHeads(mapping: MappingJson, heads: HeadRole): MappingJson {
  const next: MappingJson = { ...mapping, wide: { ...record(mapping.wide), heads } };
  for (const part of ['site', 'location', 'dates'] as const) {
    const { inHeads: was, ...rest } = record(mapping[part]);
    const says = (inHeads[part] as readonly string[]).includes(heads);
    if (says)
      next[part] =
        part === 'dates'
          ? { ...without(rest, 'column', 'constant', 'timeColumn'), inHeads: true, patterns: ['iso'], precision: heads }
          : { inHeads: true };
    else if (was) next[part] = part === 'location' ? { sameAsSite: true } : { ...rest, column: '' };
  }
  if (heads === 'month') next.dates = { ...record(next.dates), monthTotals: record(next.dates).monthTotals ?? '' };
  return next;
}

export const withWideValue = (mapping: MappingJson, column: string, change: MappingJson): MappingJson => ({
  ...mapping,
  wide: {
    ...record(mapping.wide),
    columns: wideColumns(mapping).map((one) => (one.column === column ? { ...one, ...change } : one)),
  },
});

export const withWideMeasure = (mapping: MappingJson, change: MappingJson): MappingJson => {
  const measure = Object.fromEntries(
    Object.entries({ ...wideMeasure(mapping), ...change }).filter(([, value]) => value !== undefined),
  );
  return { ...mapping, wide: { ...record(mapping.wide), measure } };
};

/** Columns of the group whose names are not read as what the heads mean, such as a weekday. */
export function unclearHeads(mapping: MappingJson): string[] {
  const heads = headsOf(mapping);
  return heads === ''
    ? []
    : wideColumns(mapping)
        .filter(({ value }) => !isHeadValue(heads, String(value ?? '')))
        .map(({ column }) => String(column));
}
