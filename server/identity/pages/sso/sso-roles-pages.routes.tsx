import { z } from 'zod';
import { RolesStep } from '../../../../views/identity/sso/roles-step';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { covers } from '../../../platform/permissions.rules';
import { nameOfRole, offeredRoles } from '../../../platform/role-names';
import { listTenantRoles } from '../../core/roles/role.store';
import type { IdentityParts } from '../../parts';
import { addSsoGroup, changeSsoGroup, removeSsoGroup, setDefaultRoles } from '../../ways-in/sso/sso-roles.service';
import { configParams } from '../../ways-in/sso/sso.contract';
import { roleForms, tickedRoles } from './sso-pages.contract';
import {
  configIn,
  frameOf,
  knownProvider,
  listPath,
  mayChange,
  readRoles,
  refusalOf,
  stepPage,
  writeRoles,
  type Shown,
} from './sso-setup-page';

const path = `${listPath}/:ssoConfigId/roles` as const;
const query = z.object({ done: z.enum(['saved', 'added', 'removed']).optional().catch(undefined) });

/** What people may do who come in by a provider. */
export function ssoRolesPages(parts: IdentityParts): Route[] {
  async function rolesPage(context: Context, id: string, { refused, status, ...shown }: Shown = {}): Promise<Reply> {
    const known = await knownProvider(context, id, parts);
    const { actor, db } = context;
    const { roleIds, groups } = known.config;
    const given = [...roleIds, ...groups.flatMap((group) => group.roleIds)];
    const all = await listTenantRoles(db, actor.organisation.id);
    const roles = offeredRoles(all, ({ id: role }) => given.includes(role)).map((role) => ({
      id: role.id,
      name: nameOfRole(context.t, role),
      givable: role.permissions.every((key) => covers(actor.permissions, key)),
    }));
    const frame = frameOf(context, known, { ...shown, open: mayChange(context, writeRoles) });
    return stepPage(
      <RolesStep
        {...frame}
        roles={roles}
        defaults={roleIds}
        groups={groups}
        refused={refused && { ...refused, chosen: tickedRoles(refused.typed) }}
      />,
      context,
      { at: 'roles', status },
    );
  }

  return [
    definePage({
      method: 'get',
      path,
      access: readRoles,
      params: configParams,
      query,
      handle: ({ params, query: { done } }, context) =>
        rolesPage(context, params.ssoConfigId, { done: done && context.t(`ssoPages.said.${done}`) }),
    }),
    definePage({
      method: 'post',
      path,
      access: writeRoles,
      notInClientView: true,
      freshProof: path,
      params: configParams,
      body: roleForms,
      async handle({ params: { ssoConfigId: id }, body }, { acting }) {
        if (body.act === 'defaults') await setDefaultRoles(acting, id, body.roleIds);
        else if (body.act === 'addGroup') await addSsoGroup(acting, id, body);
        else if (body.act === 'changeGroup') await changeSsoGroup(acting, { configId: id, id: body.groupId }, body);
        else await removeSsoGroup(acting, { configId: id, id: body.groupId });
        return reply.redirect(
          `${listPath}/${id}/roles?done=${({ defaults: 'saved', addGroup: 'added', changeGroup: 'saved', removeGroup: 'removed' } as const)[body.act]}`,
        );
      },
      again: (failure, typed, context) => rolesPage(context, configIn(context), refusalOf(failure, typed, context)),
    }),
  ];
}
