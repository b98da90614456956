/** Why nobody can tell in which groups somebody is. `notSent`: by a provider that has never sent any. */
export const unknownGroups = ['overage', 'notSent', 'unreadable', 'noAnswer'] as const;
export type UnknownGroups = (typeof unknownGroups)[number];

/** Groups as a provider states them: all of somebody's, unless `groupsUnknown` says why there may be others. */
export interface StatedGroups {
  groups: string[];
  groupsUnknown: UnknownGroups | null;
}

/** What Entra sends in place of more groups than fit in an answer. */
const overageLink = 'http://schemas.microsoft.com/claims/groups.link';

/** @param attributes by their names in lower case; one without values says that there is no group */
export function groupsOfSaml(
  attributes: ReadonlyMap<string, readonly string[]>,
  names: readonly string[],
): StatedGroups {
  const sent = names.flatMap((name) => attributes.get(name.toLowerCase()) ?? []);
  const isSent = names.some((name) => attributes.has(name.toLowerCase()));
  return {
    groups: [...new Set(sent)],
    groupsUnknown: attributes.has(overageLink) ? 'overage' : isSent ? null : 'notSent',
  };
}

const absent = (claim: unknown) => claim === undefined || claim === null;

/** Entra says so in `_claim_names` (OpenID Connect Core 1.0, section 5.6.2), or in `hasgroups`. */
const hasOverage = ({ _claim_names: elsewhere, hasgroups }: Readonly<Record<string, unknown>>) =>
  hasgroups === true ||
  hasgroups === 'true' ||
  (typeof elsewhere === 'object' && elsewhere !== null && 'groups' in elsewhere);

/**
 * Providers name groups `groups`, and some of them `roles`.
 * @param unanswered the user info, which may hold them, could not be had
 */
export function groupsOfOidc(
  claims: Readonly<Record<string, unknown>>,
  { unanswered = false }: { unanswered?: boolean } = {},
): StatedGroups {
  const sent = [claims.groups, claims.roles].filter((claim) => !absent(claim));
  const texts = sent
    .flat()
    .map((one) => (typeof one === 'string' && !/\p{Cc}/u.test(one) ? one.trim() : ''))
    .filter((text) => text !== '');
  const unreadable = sent.some((claim) => ![claim].flat().every((one) => typeof one === 'string'));
  const because =
    absent(claims.groups) && hasOverage(claims)
      ? 'overage'
      : absent(claims.groups) && unanswered
        ? 'noAnswer'
        : unreadable
          ? 'unreadable'
          : sent.length === 0
            ? 'notSent'
            : null;
  return { groups: [...new Set(texts)], groupsUnknown: because };
}

/**
 * A provider that leaves the groups of somebody out says nothing, until it has once sent those of anybody: from then on it says that they are in
 * none, as providers leave out what has no values.
 * @param groupsIssuer which issuer has sent groups before
 */
export const whyUnknown = (
  { groupsUnknown }: Pick<StatedGroups, 'groupsUnknown'>,
  { issuer, groupsIssuer }: { issuer: string; groupsIssuer: string | null },
): UnknownGroups | null => (groupsUnknown === 'notSent' && groupsIssuer === issuer ? null : groupsUnknown);

/** Public ids of roles. */
interface GivenRoles {
  /** To everybody. */
  roleIds: readonly string[];
  groups: readonly { group: string; roleIds: readonly string[] }[];
}

/**
 * What a provider gives somebody of these groups: its default roles, and those of each group that it names. `taken`: what groups of it could
 * give, and these do not; nothing where others may be theirs.
 */
export function rolesFor(
  { roleIds, groups }: GivenRoles,
  { groups: of, groupsUnknown }: StatedGroups,
): { given: string[]; taken: string[] } {
  const given = new Set([
    ...roleIds,
    ...groups.filter(({ group }) => of.includes(group)).flatMap((group) => group.roleIds),
  ]);
  const could = groupsUnknown === null ? groups.flatMap((group) => group.roleIds) : [];
  return { given: [...given], taken: [...new Set(could)].filter((id) => !given.has(id)) };
}
