import { sql, type RawBuilder } from 'kysely';
import type { Filter } from './scim-filter';
import { problem } from './scim-problem';
import { resolve, subOf, unprefixed, type Attribute, type ResourceSchema } from './scim-schema';

/** How a value is compared. `folded`: whatever its case. */
type Kind = 'folded' | 'exact' | 'boolean' | 'time' | 'id';

interface Column {
  sql: RawBuilder<unknown>;
  kind: Kind;
}

/** Where the values of a kind of resource stand. */
export interface Columns {
  schema: ResourceSchema;
  /** Of what has a column of its own, by its name in small letters. */
  own: Readonly<Record<string, Column>>;
  /** What else is kept of it, as JSON; null where there is nothing else. */
  json: RawBuilder<unknown> | null;
  /** Lists that are rows of tables: whether one of them is as `is` says. */
  lists?: Readonly<
    Record<string, { subs: Readonly<Record<string, Column>>; some(is: RawBuilder<unknown>): RawBuilder<unknown> }>
  >;
}

type Compared = Extract<Filter, { op: 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'lt' | 'ge' | 'le' | 'pr' }>;

const unknown = (attribute: string) =>
  problem('invalidFilter', 'scim.unknownAttribute', { attribute: attribute.slice(0, 200) });
const unfit = (attribute: string) =>
  problem('invalidFilter', 'scim.wrongValue', { attribute: attribute.slice(0, 200) });

/**
 * A filter as a condition of a query. What directories ask with every change (`userName eq`, `externalId eq`, `id eq`, `displayName eq`) is
 * a comparison that an index answers.
 * @throws Failure 400 invalidFilter for an attribute or a comparison that there is not
 */
export function conditionOf(filter: Filter, columns: Columns): RawBuilder<unknown> {
  switch (filter.op) {
    case 'and':
    case 'or':
      if (isOfOneRow(filter)) return inList(filter.filters[0].attrPath, sameRow(filter), columns);
      return sql`(${sql.join(
        filter.filters.map((one) => conditionOf(one, columns)),
        filter.op === 'and' ? sql` and ` : sql` or `,
      )})`;
    case 'not':
      return sql`(not coalesce(${conditionOf(filter.filter, columns)}, false))`;
    case '[]':
      return inList(filter.attrPath, filter.valFilter, columns);
    default:
      return compared(filter, columns);
  }
}

type RowAndPart = { op: 'and' | 'or'; filters: [Extract<Filter, { op: '[]' }>, Compared] };

/** `emails[type eq "work"].value eq "…"`, which the parser hands over as two conditions: of the same row. */
const isOfOneRow = (filter: Filter): filter is RowAndPart & Filter => {
  if (filter.op !== 'and' || filter.filters.length !== 2) return false;
  const [first, second] = filter.filters;
  return (
    first?.op === '[]' &&
    second !== undefined &&
    'attrPath' in second &&
    second.op !== '[]' &&
    second.attrPath.startsWith(`${first.attrPath}.`)
  );
};

const sameRow = ({ filters: [{ attrPath, valFilter }, part] }: RowAndPart): Filter => ({
  op: 'and',
  filters: [valFilter, { ...part, attrPath: part.attrPath.slice(attrPath.length + 1) }],
});

function compared(filter: Compared, columns: Columns): RawBuilder<unknown> {
  const { rest, extension } = unprefixed(filter.attrPath, columns.schema);
  const own = extension ? undefined : columns.own[rest.toLowerCase()];
  if (own) return comparison(own, filter);
  const target = resolve(filter.attrPath, columns.schema);
  if (!target) throw unknown(filter.attrPath);
  const { within, attribute, sub } = target;
  if (attribute.multi) {
    if (filter.op === 'pr' && !sub) return inList(attribute.name, null, columns);
    return inList(attribute.name, { ...filter, attrPath: sub?.name ?? 'value' }, columns);
  }
  // What has a value among its parts is compared by it: `manager eq "…"`.
  const part = sub ?? subOf(attribute, 'value');
  const leaf = part ?? attribute;
  if (columns.json === null || leaf.type === 'complex') throw unknown(filter.attrPath);
  const path = [...(within ? [within.name] : []), attribute.name, ...(part ? [part.name] : [])];
  return comparison({ sql: sql`(${columns.json} #>> ${path}::text[])`, kind: kindOf(leaf) }, filter);
}

const kindOf = ({ type, exact }: Attribute): Kind => (type === 'boolean' ? 'boolean' : exact ? 'exact' : 'folded');

/** Whether one row of a list is as a filter says; null: whether there is any. */
function inList(path: string, filter: Filter | null, columns: Columns): RawBuilder<unknown> {
  const target = resolve(path, columns.schema);
  if (!target?.attribute.multi || target.sub) throw unknown(path);
  const { attribute } = target;
  const table = columns.lists?.[attribute.name];
  const row = (name: string): Column => {
    const sub = subOf(attribute, name);
    const column = table
      ? table.subs[name.toLowerCase()]
      : sub && { sql: sql`(listed.item ->> ${sub.name}::text)`, kind: kindOf(sub) };
    if (!column) throw unknown(`${attribute.name}.${name}`);
    return column;
  };
  const is = filter === null ? sql`true` : ofRow(filter, row);
  if (table) return table.some(is);
  if (columns.json === null) throw unknown(path);
  return sql`exists (select 1 from jsonb_array_elements(${columns.json} -> ${attribute.name}::text) as listed (item) where ${is})`;
}

function ofRow(filter: Filter, row: (name: string) => Column): RawBuilder<unknown> {
  switch (filter.op) {
    case 'and':
    case 'or':
      return sql`(${sql.join(
        filter.filters.map((one) => ofRow(one, row)),
        filter.op === 'and' ? sql` and ` : sql` or `,
      )})`;
    case 'not':
      return sql`(not coalesce(${ofRow(filter.filter, row)}, false))`;
    case '[]':
      throw unknown(filter.attrPath);
    default:
      return comparison(row(filter.attrPath), filter);
  }
}

function comparison(column: Column, filter: Compared): RawBuilder<unknown> {
  if (filter.op === 'pr')
    return column.kind === 'folded' || column.kind === 'exact'
      ? sql`coalesce(${column.sql}, '') <> ''`
      : sql`${column.sql} is not null`;
  if (filter.compValue === null) {
    if (filter.op === 'eq') return sql`${column.sql} is null`;
    if (filter.op === 'ne') return sql`${column.sql} is not null`;
    throw unfit(filter.attrPath);
  }
  switch (column.kind) {
    case 'boolean':
      return ofBoolean(column, filter);
    case 'time':
      return ofTime(column, filter);
    case 'id':
      return ofId(column, filter);
    default:
      return ofText(column, filter);
  }
}

const orders = { gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` } as const;

function ofText(
  { sql: column, kind }: Column,
  { op, compValue, attrPath }: Exclude<Compared, { op: 'pr' }>,
): RawBuilder<unknown> {
  if (typeof compValue !== 'string' || compValue.includes('\0')) throw unfit(attrPath);
  const fold = (value: RawBuilder<unknown>) => (kind === 'folded' ? sql`lower(${value})` : value);
  const [left, right] = [fold(column), fold(sql`${compValue}::text`)];
  switch (op) {
    case 'eq':
      return sql`${left} = ${right}`;
    case 'ne':
      return sql`${left} is distinct from ${right}`;
    case 'co':
      return sql`strpos(${left}, ${right}) > 0`;
    case 'sw':
      return sql`starts_with(${left}, ${right})`;
    case 'ew':
      return sql`right(${left}, length(${right})) = ${right}`;
    default:
      return sql`${left} ${orders[op]} ${right}`;
  }
}

function ofBoolean(
  { sql: column }: Column,
  { op, compValue, attrPath }: Exclude<Compared, { op: 'pr' }>,
): RawBuilder<unknown> {
  const word = String(compValue).toLowerCase();
  if ((op !== 'eq' && op !== 'ne') || (word !== 'true' && word !== 'false')) throw unfit(attrPath);
  const is = sql`coalesce((${column})::boolean, false)`;
  return (word === 'true') === (op === 'eq') ? is : sql`not ${is}`;
}

function ofTime(
  { sql: column }: Column,
  { op, compValue, attrPath }: Exclude<Compared, { op: 'pr' }>,
): RawBuilder<unknown> {
  const at = typeof compValue === 'string' && /^\d{4}-\d\d-\d\dT/.test(compValue) ? new Date(compValue) : null;
  if (!at || Number.isNaN(at.getTime()) || op === 'co' || op === 'sw' || op === 'ew') throw unfit(attrPath);
  if (op === 'eq' || op === 'ne') return sql`${column} ${op === 'eq' ? sql`=` : sql`<>`} ${at}`;
  return sql`${column} ${orders[op]} ${at}`;
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What has not the form of an id is nobody's. */
function ofId({ sql: column }: Column, filter: Exclude<Compared, { op: 'pr' }>): RawBuilder<unknown> {
  const { op, compValue } = filter;
  if (op !== 'eq' && op !== 'ne') return ofText({ sql: sql`(${column})::text`, kind: 'folded' }, filter);
  if (typeof compValue !== 'string' || !uuid.test(compValue)) return op === 'eq' ? sql`false` : sql`true`;
  return sql`${column} ${op === 'eq' ? sql`=` : sql`<>`} ${compValue}::uuid`;
}
