import { createHash } from 'node:crypto';
import { Failure } from '../../../platform/errors';
import type { DirectoryCaller } from '../../../platform/http/principals';
import type { ScimGroup, ScimMember } from './scim-group.store';
import { resourceOf } from './scim-person';
import { enterpriseSchema, groupSchema, userSchema } from './scim-schema';
import type { ScimUser } from './scim-user.store';

const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** Where the resources of a connection stand. */
export interface Base {
  publicUrl: string;
  connectionId: string;
}

export const addressOf = ({ publicUrl, connectionId }: Base, path: string): string =>
  `${publicUrl}/scim/v2/${connectionId}${path}`;

const weak = (text: string): string => `W/"${text}"`;

/** Of all that a directory is shown of somebody, but the groups, which are versions of their own. */
export const userVersion = (user: ScimUser): string =>
  weak(
    createHash('sha256')
      .update(JSON.stringify([resourceOf(user), user.updatedAt]))
      .digest('base64url')
      .slice(0, 22),
  );

export const groupVersion = ({ version, name }: ScimGroup): string =>
  weak(`${version}-${createHash('sha256').update(name).digest('base64url').slice(0, 8)}`);

const tags = (header: string): string[] => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
const isOneOf = (version: string, header: string): boolean =>
  header.trim() === '*' || tags(header).includes(version.replace(/^W\//, ''));

/** @throws Failure 412 where a change is meant for another version */
export function checkVersion({ ifMatch }: Pick<DirectoryCaller, 'ifMatch'>, version: string): void {
  if (ifMatch !== undefined && !isOneOf(version, ifMatch)) throw new Failure(412, 'scim.changedMeanwhile');
}

/** Whether the directory has this version already. */
export const hasVersion = ({ ifNoneMatch }: Pick<DirectoryCaller, 'ifNoneMatch'>, version: string): boolean =>
  ifNoneMatch !== undefined && isOneOf(version, ifNoneMatch);

interface Shown {
  id: string;
  createdAt: Date;
  updatedAt: Date;
}

const metaOf = (
  base: Base,
  { id, createdAt, updatedAt }: Shown,
  { type, version }: { type: 'User' | 'Group'; version: string },
) => ({
  resourceType: type,
  created: createdAt.toISOString(),
  lastModified: updatedAt.toISOString(),
  location: addressOf(base, `/${type}s/${id}`),
  version,
});

export const userView = (base: Base, user: ScimUser): Record<string, unknown> => ({
  schemas: [userSchema, ...(enterpriseSchema in user.attributes ? [enterpriseSchema] : [])],
  id: user.id,
  ...resourceOf(user),
  groups: user.groups.map(({ value, display }) => ({
    value,
    display,
    type: 'direct',
    $ref: addressOf(base, `/Groups/${value}`),
  })),
  meta: metaOf(base, user, { type: 'User', version: userVersion(user) }),
});

/** @param members null where they were not asked for */
export const groupView = (
  base: Base,
  group: ScimGroup,
  members: readonly ScimMember[] | null,
): Record<string, unknown> => ({
  schemas: [groupSchema],
  id: group.id,
  displayName: group.name,
  ...(group.externalId === null ? {} : { externalId: group.externalId }),
  ...(members === null
    ? {}
    : {
        members: members
          .filter(({ group: number }) => number === group.number)
          .map(({ value, display }) => ({ value, display, type: 'User', $ref: addressOf(base, `/Users/${value}`) })),
      }),
  meta: metaOf(base, group, { type: 'Group', version: groupVersion(group) }),
});

interface Listed {
  total: number;
  startIndex: number;
}

export const listView = (resources: readonly object[], { total, startIndex }: Listed) => ({
  schemas: [listSchema],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

/** Which parts of a resource are answered (RFC 7644, section 3.9). */
export interface Parts {
  attributes?: string | undefined;
  excludedAttributes?: string | undefined;
}

const names = (list: string | undefined): string[] =>
  (list ?? '')
    .split(',')
    .map((name) =>
      name
        .trim()
        .replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i, '')
        .toLowerCase(),
    )
    .filter((name) => name !== '');

/** What is answered whatever somebody asks for. */
const always = new Set(['schemas', 'id', 'meta']);

/** Whether an attribute is part of an answer at all. */
export function isAsked({ attributes, excludedAttributes }: Parts, attribute: string): boolean {
  const [wanted, left] = [names(attributes), names(excludedAttributes)];
  const name = attribute.toLowerCase();
  if (wanted.length > 0) return wanted.some((one) => one === name || isPartOf(one, name));
  return !left.includes(name);
}

const isPartOf = (path: string, name: string) => path.startsWith(`${name}.`) || path.startsWith(`${name}:`);

/** The parts of a resource that were asked for. */
export function partsOf(resource: Record<string, unknown>, parts: Parts): Record<string, unknown> {
  const [wanted, left] = [names(parts.attributes), names(parts.excludedAttributes)];
  return Object.fromEntries(
    Object.entries(resource).flatMap(([name, value]): [string, unknown][] => {
      if (always.has(name)) return [[name, value]];
      if (!isAsked(parts, name)) return [];
      const lower = name.toLowerCase();
      if (wanted.includes(lower)) return [[name, value]];
      const subs = (list: readonly string[]) =>
        list.filter((one) => isPartOf(one, lower)).map((one) => one.slice(lower.length + 1));
      const [only, without] = [subs(wanted), subs(left)];
      return only.length === 0 && without.length === 0 ? [[name, value]] : [[name, pruned(value, { only, without })]];
    }),
  );
}

function pruned(value: unknown, which: { only: readonly string[]; without: readonly string[] }): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => pruned(one, which));
  if (typeof value !== 'object' || value === null) return value;
  const { only, without } = which;
  return Object.fromEntries(
    Object.entries(value).filter(([name]) =>
      only.length > 0 ? only.includes(name.toLowerCase()) : !without.includes(name.toLowerCase()),
    ),
  );
}
