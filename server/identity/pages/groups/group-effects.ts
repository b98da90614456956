import type { Context } from '../../../platform/http/define-route';
import { countGroupHolders } from '../../core/groups/group-people.store';
import { listGroups, selectGroupConfig, type Group } from '../../core/groups/group.store';
import { changesOfGroups, effectsOf, type PermissionEffect } from '../../core/roles/role-effects.rules';
import { listTenantRoles } from '../../core/roles/role.store';
import { named } from '../roles/named-effects';

export const givesRoles = ({ enabled, rolesEnabled }: { enabled: boolean; rolesEnabled: boolean }) =>
  enabled && rolesEnabled;

interface Change {
  /** Public ids of the roles that a group gives afterwards. */
  rolesOf?: (group: Group) => readonly string[];
  /** Whether groups give roles afterwards; as now where it is not said. */
  gives?: boolean;
}

/** How many people a change of groups would give or take which permission. */
export async function groupEffects(
  { db, t, actor, now }: Context,
  change: Change,
): Promise<(PermissionEffect & { name: string })[]> {
  const tenantNumber = actor.organisation.id;
  const [groups, config, roles] = [
    await listGroups(db, tenantNumber),
    await selectGroupConfig(db, tenantNumber),
    await listTenantRoles(db, tenantNumber),
  ];
  const numbers = new Map(roles.map(({ id, number }) => [id, number]));
  const given = (on: boolean, rolesOf: (group: Group) => readonly string[]) =>
    new Map(
      on
        ? groups.map((group) => [
            group.number,
            rolesOf(group).flatMap((id) => {
              const number = numbers.get(id);
              return number === undefined ? [] : [number];
            }),
          ])
        : [],
    );
  const gives = givesRoles(config);
  const holders = await countGroupHolders(db, { tenantNumber, now });
  return named(
    t,
    effectsOf(
      changesOfGroups(holders, new Map(roles.map(({ number, permissions }) => [number, permissions])), {
        before: given(gives, ({ roleIds }) => roleIds),
        after: given(change.gives ?? gives, change.rolesOf ?? (({ roleIds }) => roleIds)),
      }),
    ),
  );
}
