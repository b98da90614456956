import { readFilter, type Filter } from './scim-filter';
import { problem } from './scim-problem';
import {
  isOwn,
  partOf,
  putAt,
  resolve,
  rowsOf,
  subOf,
  unprefixed,
  valueOf,
  type Attribute,
  type Resource,
  type ResourceSchema,
  type Target,
  type Value,
} from './scim-schema';

type Op = 'add' | 'replace' | 'remove';

/** One change of a PATCH, in a spelling of ours. */
export interface Operation {
  op: Op;
  /** undefined: the value says by its names what it changes. */
  path?: string | undefined;
  value?: unknown;
}

const mostOperations = 1000;
const longestPath = 1000;

/** A member of a JSON object whatever the case of its name. */
const member = (of: object, name: string): unknown =>
  Object.entries(of).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];

/**
 * The operations of a PATCH (RFC 7644, section 3.5.2), in the spellings that directories use.
 * @throws Failure 400 invalidSyntax, noTarget
 */
export function readOperations(body: object): Operation[] {
  const given = member(body, 'Operations');
  if (!Array.isArray(given) || given.length === 0 || given.length > mostOperations)
    throw problem('invalidSyntax', 'scim.noOperations', { max: mostOperations });
  return given.map((one: unknown) => {
    if (typeof one !== 'object' || one === null) throw problem('invalidSyntax', 'scim.unknownOperation');
    const [said, path, value] = [member(one, 'op'), member(one, 'path'), member(one, 'value')];
    const op = typeof said === 'string' ? said.toLowerCase() : '';
    if (op !== 'add' && op !== 'replace' && op !== 'remove') throw problem('invalidSyntax', 'scim.unknownOperation');
    if (path !== undefined && path !== null && (typeof path !== 'string' || path.length > longestPath))
      throw problem('invalidPath', 'scim.unknownAttribute', { attribute: 'path' });
    const named = typeof path === 'string' && path !== '' ? path : undefined;
    if (op === 'remove' && named === undefined) throw problem('noTarget', 'scim.noTarget');
    return { op, path: named, value };
  });
}

/** What a path names: an attribute, some of its rows, a part of them. */
export interface Place extends Target {
  /** Which rows of a list. */
  filter?: Filter | undefined;
}

const unknown = (path: string) => problem('invalidPath', 'scim.unknownAttribute', { attribute: path.slice(0, 200) });

/** @throws Failure 400 invalidPath, invalidFilter, mutability */
export function readPath(path: string, schema: ResourceSchema): Place {
  const { rest } = unprefixed(path, schema);
  const [, name, filterText, subName] = /^([^[\]]+)\[(.*)\](?:\.([\w$-]+))?$/s.exec(rest) ?? [];
  const prefix = path.slice(0, path.length - rest.length);
  const target = resolve(name === undefined ? path : `${prefix}${name}`, schema);
  if (!target) throw isOwn(rest.split('.')[0] ?? '') ? readOnly(rest) : unknown(path);
  if (target.attribute.readOnly) throw readOnly(target.attribute.name);
  if (filterText === undefined) return target;
  const sub = subName === undefined ? undefined : subOf(target.attribute, subName);
  if (!target.attribute.multi || target.sub || (subName !== undefined && !sub)) throw unknown(path);
  return { ...target, sub, filter: readFilter(filterText) };
}

const readOnly = (attribute: string) => problem('mutability', 'scim.readOnly', { attribute });

/** Operations with a path each: a value without one says by its names what it changes, dotted ones too. */
export function spread(operations: readonly Operation[]): (Operation & { path: string })[] {
  return operations.flatMap(({ op, path, value }) => {
    if (path !== undefined) return [{ op, path, value }];
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw problem('invalidValue', 'scim.wrongValue', { attribute: 'value' });
    return Object.entries(value)
      .filter(([name]) => !isOwn(name))
      .map(([name, given]: [string, unknown]) => ({ op, path: name, value: given }));
  });
}

/**
 * A resource as a PATCH leaves it.
 * @throws Failure 400 with the reason
 */
export function patched(before: Resource, operations: readonly Operation[], schema: ResourceSchema): Resource {
  const after = structuredClone(before);
  for (const { op, path, value } of spread(operations)) apply(after, readPath(path, schema), { op, value });
  return after;
}

function apply(resource: Resource, place: Place, change: Pick<Operation, 'op' | 'value'>): void {
  const { within, attribute, sub, filter } = place;
  const { op, value } = change;
  if (attribute.multi) return applyToList(within ? partOf(resource, within.name) : resource, place, change);
  if (filter) throw unknown(attribute.name);
  const leaf = sub ?? attribute;
  const given = op === 'remove' ? undefined : valueOf(leaf, value);
  // What has parts keeps those that are not named (RFC 7644, sections 3.5.2.1 and 3.5.2.3).
  if (leaf.type === 'complex' && isParts(given)) {
    const part = partOf(within ? partOf(resource, within.name) : resource, leaf.name);
    Object.assign(part, given);
  } else putAt(resource, place, given);
}

const isParts = (value: Value | undefined): value is Resource => typeof value === 'object' && !Array.isArray(value);

function applyToList(
  holder: Resource,
  { attribute, sub, filter }: Place,
  { op, value }: Pick<Operation, 'op' | 'value'>,
): void {
  const rows = rowsOf(holder[attribute.name]);
  const chosen = filter ? rows.filter((row) => fits(row, filter)) : rows;
  const others = rows.filter((row) => !chosen.includes(row));
  if (op === 'remove') {
    if (sub) for (const row of chosen) delete row[sub.name];
    // Some name the rows by the value in place of a filter.
    const named = sub || filter || value === undefined || value === null ? null : asRows(attribute, value);
    const left = named ? rows.filter((row) => !named.some((one) => one.value === row.value)) : sub ? rows : others;
    return keep(holder, attribute, left);
  }
  if (sub) {
    const given = valueOf(sub, value);
    if (chosen.length > 0) for (const row of chosen) put(row, sub, given);
    // There is none such yet: it is made as the filter says, which is what Entra ID means by it.
    else
      rows.push({
        ...(filter ? saidBy(filter, attribute) : {}),
        ...(given === undefined ? {} : { [sub.name]: given }),
      });
    return keep(holder, attribute, onePrimary(rows, chosen));
  }
  const given = asRows(attribute, value);
  if (op === 'replace')
    return keep(
      holder,
      attribute,
      filter ? [...others, ...given.map((row) => ({ ...saidBy(filter, attribute), ...row }))] : given,
    );
  const added = given.map((row) => (filter ? { ...saidBy(filter, attribute), ...row } : row));
  const isNew = (row: Resource) => !rows.some((one) => one.value === row.value && one.type === row.type);
  keep(holder, attribute, onePrimary([...rows, ...added.filter(isNew)], added));
}

function put(row: Resource, sub: Attribute, value: Value | undefined): void {
  if (value === undefined) delete row[sub.name];
  else row[sub.name] = value;
}

const asRows = (attribute: Attribute, value: unknown): Resource[] => rowsOf(valueOf(attribute, value));

function keep(holder: Resource, attribute: Attribute, rows: readonly Resource[]): void {
  const filled = rows.filter((row) => Object.keys(row).length > 0);
  if (filled.length > 0) holder[attribute.name] = filled;
  else delete holder[attribute.name];
}

/** The one that was just made the first takes the place of the one before. */
function onePrimary(rows: Resource[], changed: readonly Resource[]): Resource[] {
  const first = changed.find((row) => row.primary === true);
  if (first) for (const row of rows) if (row !== first && row.primary === true) row.primary = false;
  return rows;
}

/** What a row is that a filter describes: by what it says with `eq`, and nothing else. */
function saidBy(filter: Filter, attribute: Attribute): Resource {
  if (filter.op === 'and') return Object.assign({}, ...filter.filters.map((one) => saidBy(one, attribute))) as Resource;
  if (filter.op !== 'eq') return {};
  const sub = subOf(attribute, filter.attrPath);
  const value = sub && valueOf(sub, filter.compValue);
  return sub && value !== undefined ? { [sub.name]: value } : {};
}

/** Whether a row of a list is as a filter says. Upper and lower case do not count. */
function fits(row: Resource, filter: Filter): boolean {
  switch (filter.op) {
    case 'and':
      return filter.filters.every((one) => fits(row, one));
    case 'or':
      return filter.filters.some((one) => fits(row, one));
    case 'not':
      return !fits(row, filter.filter);
    case '[]':
      return false;
    default:
      return compares(textIn(row, filter.attrPath), filter);
  }
}

function textIn(row: Resource, name: string): string | null {
  const found = Object.entries(row).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
  return found === undefined || typeof found === 'object' ? null : String(found).toLowerCase();
}

function compares(held: string | null, filter: Extract<Filter, { attrPath: string }>): boolean {
  if (filter.op === 'pr') return held !== null;
  if (!('compValue' in filter)) return false;
  const wanted = filter.compValue === null ? null : String(filter.compValue).toLowerCase();
  if (filter.op === 'eq') return held === wanted;
  if (filter.op === 'ne') return held !== wanted;
  if (held === null || wanted === null) return false;
  if (filter.op === 'co') return held.includes(wanted);
  return filter.op === 'sw' ? held.startsWith(wanted) : filter.op === 'ew' ? held.endsWith(wanted) : false;
}
