import { covers } from '../../../platform/permissions.rules';

/** People who hold the same roles, by the roles' numbers. */
export interface RoleHolders {
  roles: readonly number[];
  people: number;
}

/** How many people may do something afterwards that they may not do now, or the other way round. */
export interface PermissionEffect {
  key: string;
  gain: number;
  lose: number;
}

/**
 * What a change of one role comes to: only permissions of which somebody gains or loses something, those that most people lose first.
 * @param permissions of each role now
 * @param after what the role holds afterwards; null: the role is gone
 */
export function effectsOf(
  holders: readonly RoleHolders[],
  permissions: ReadonlyMap<number, readonly string[]>,
  { role, after }: { role: number; after: readonly string[] | null },
): PermissionEffect[] {
  const before = permissions.get(role) ?? [];
  const keys = [...new Set([...before, ...(after ?? [])])];
  const effects = new Map(keys.map((key) => [key, { key, gain: 0, lose: 0 }]));
  for (const { roles, people } of holders.filter((one) => one.roles.includes(role))) {
    const others = roles.filter((one) => one !== role).flatMap((one) => permissions.get(one) ?? []);
    const [had, has] = [new Set([...others, ...before]), new Set([...others, ...(after ?? [])])];
    for (const [key, effect] of effects) {
      if (covers(has, key) && !covers(had, key)) effect.gain += people;
      if (covers(had, key) && !covers(has, key)) effect.lose += people;
    }
  }
  return [...effects.values()]
    .filter(({ gain, lose }) => gain + lose > 0)
    .sort((one, other) => other.lose - one.lose || other.gain - one.gain || one.key.localeCompare(other.key));
}
