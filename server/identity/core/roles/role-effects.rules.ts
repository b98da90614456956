import { covers } from '../../../platform/permissions.rules';

/** People who hold the same roles, by the roles' numbers. */
export interface RoleHolders {
  roles: readonly number[];
  people: number;
}

/** People who were given the same roles themselves and are in the same groups, by their numbers. */
export interface GroupHolders {
  own: readonly number[];
  groups: readonly number[];
  people: number;
}

/** People who may do the same now, and the same afterwards. */
export interface RightsChange {
  had: readonly string[];
  has: readonly string[];
  people: number;
}

/** How many people may do something afterwards that they may not do now, or the other way round. */
export interface PermissionEffect {
  key: string;
  gain: number;
  lose: number;
}

type PermissionsOf = ReadonlyMap<number, readonly string[]>;
/** The roles that each group gives, by their numbers; a group that gives none may be left out. */
type RolesOf = ReadonlyMap<number, readonly number[]>;

const permissionsOf = (roles: readonly number[], permissions: PermissionsOf) =>
  roles.flatMap((role) => permissions.get(role) ?? []);

/** @param after what the role holds afterwards */
export const changesOfRole = (
  holders: readonly RoleHolders[],
  permissions: PermissionsOf,
  { role, after }: { role: number; after: readonly string[] },
): RightsChange[] =>
  holders
    .filter(({ roles }) => roles.includes(role))
    .map(({ roles, people }) => ({
      had: permissionsOf(roles, permissions),
      has: permissionsOf(roles, new Map([...permissions, [role, after]])),
      people,
    }));

/** What people hold through groups changes, and nothing else. */
export const changesOfGroups = (
  holders: readonly GroupHolders[],
  permissions: PermissionsOf,
  { before, after }: { before: RolesOf; after: RolesOf },
): RightsChange[] =>
  holders.map(({ own, groups, people }) => {
    const held = (given: RolesOf) =>
      permissionsOf([...own, ...groups.flatMap((group) => given.get(group) ?? [])], permissions);
    return { had: held(before), has: held(after), people };
  });

/** Only permissions of which somebody gains or loses something, those that most people lose first. */
export function effectsOf(changes: readonly RightsChange[]): PermissionEffect[] {
  const effects = new Map<string, PermissionEffect>();
  for (const { had, has, people } of changes) {
    const [before, after] = [new Set(had), new Set(has)];
    for (const key of new Set([...before, ...after])) {
      const change = Number(covers(after, key)) - Number(covers(before, key));
      if (change === 0) continue;
      const effect = effects.get(key) ?? { key, gain: 0, lose: 0 };
      effect[change > 0 ? 'gain' : 'lose'] += people;
      effects.set(key, effect);
    }
  }
  return [...effects.values()].sort(
    (one, other) => other.lose - one.lose || other.gain - one.gain || one.key.localeCompare(other.key),
  );
}
