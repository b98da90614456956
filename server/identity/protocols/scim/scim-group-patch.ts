import type { Filter } from './scim-filter';
import { readPath, spread, type Operation } from './scim-patch';
import { problem } from './scim-problem';
import { groups, readResource, valueOf, type Attribute } from './scim-schema';

/** How the people of a group change; those who are in it need not be known for it. */
export interface MemberChange {
  /** Whoever is in it leaves, but those who are added. */
  clears: boolean;
  /** Public ids. */
  added: Set<string>;
  removed: Set<string>;
}

export interface GroupChange {
  /** null: as it is. */
  name: string | null;
  /** undefined: as it is; null: none. */
  externalId?: string | null;
  members: MemberChange;
}

/** As many as one request may name. */
const mostMembers = 10_000;

/**
 * What a PATCH of a group changes, without its people being read.
 * @throws Failure 400 with the reason
 */
export function groupChange(operations: readonly Operation[]): GroupChange {
  const change: GroupChange = { name: null, members: { clears: false, added: new Set(), removed: new Set() } };
  for (const { op, path, value } of spread(operations)) {
    const { attribute, sub, filter } = readPath(path, groups);
    if (attribute.name === 'members') {
      if (sub && !filter) throw problem('invalidPath', 'scim.unknownAttribute', { attribute: path });
      changeMembers(change.members, op, { ids: filter ? idsIn(filter) : null, value, attribute });
    } else if (attribute.name === 'displayName') change.name = nameOf(attribute, op === 'remove' ? undefined : value);
    else change.externalId = op === 'remove' ? null : ((valueOf(attribute, value) as string | undefined) ?? null);
  }
  return change;
}

/** A whole group. @throws Failure 400 invalidValue */
export function wholeGroup(body: Record<string, unknown>): {
  name: string;
  externalId: string | null;
  members: string[];
} {
  const { members, ...fields } = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name.toLowerCase() === 'members' ? 'members' : name, value]),
  );
  const { displayName, externalId } = readResource(fields, groups);
  const [attribute] = groups.attributes as [Attribute];
  return {
    name: nameOf(attribute, displayName),
    externalId: (externalId as string | undefined) ?? null,
    members: members === undefined ? [] : idsOf(members),
  };
}

const longestName = 200;

function nameOf(attribute: Attribute, value: unknown): string {
  const name = valueOf(attribute, value);
  if (typeof name !== 'string' || name.length > longestName)
    throw problem('invalidValue', 'scim.wrongValue', { attribute: attribute.name });
  return name;
}

interface Named {
  /** Those that the path names; null where the value does. */
  ids: string[] | null;
  value: unknown;
  attribute: Attribute;
}

function changeMembers(members: MemberChange, op: Operation['op'], { ids, value }: Named): void {
  if (op === 'remove' && ids === null && (value === undefined || value === null)) {
    members.clears = true;
    members.added.clear();
    members.removed.clear();
    return;
  }
  if (op === 'replace' && ids === null) {
    members.clears = true;
    members.added.clear();
    members.removed.clear();
  }
  for (const id of ids ?? idsOf(value)) {
    const [here, there] = op === 'remove' ? [members.removed, members.added] : [members.added, members.removed];
    there.delete(id);
    here.add(id);
  }
  if (members.added.size + members.removed.size > mostMembers)
    throw problem('tooMany', 'scim.tooManyMembers', { max: mostMembers });
}

/** Rows of `value` and more, or bare ids. Duplicates count once. @throws Failure 400 */
function idsOf(value: unknown): string[] {
  const rows = (Array.isArray(value) ? value : [value]) as unknown[];
  if (rows.length > mostMembers) throw problem('tooMany', 'scim.tooManyMembers', { max: mostMembers });
  return rows.map((row) => {
    const id = typeof row === 'object' && row !== null ? (row as { value?: unknown }).value : row;
    if (typeof id !== 'string' || id === '') throw problem('invalidValue', 'scim.wrongValue', { attribute: 'members' });
    return id.toLowerCase();
  });
}

/** Whom a path names: `members[value eq "…"]`, one or several of them. */
function idsIn(filter: Filter): string[] {
  if (filter.op === 'or') return filter.filters.flatMap(idsIn);
  if (filter.op === 'eq' && filter.attrPath.toLowerCase() === 'value' && typeof filter.compValue === 'string')
    return [filter.compValue.toLowerCase()];
  throw problem('invalidFilter', 'scim.invalidFilter');
}
