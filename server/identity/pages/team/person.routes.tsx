import { PersonPage, type PersonPageProps } from '../../../../views/identity/team/person-page';
import { may } from '../../../platform/actor';
import { fail, type Failure } from '../../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { covers } from '../../../platform/permissions.rules';
import { members } from '../../core/members/members';
import { memberParams } from '../../core/members/team.contract';
import {
  changeTeamUser,
  limitTeamUser,
  removeTeamUser,
  resendActivation,
  switchTeamUser,
  unlockTeamUser,
} from '../../core/members/team.service';
import type { TenantRole } from '../../core/roles/role.store';
import { problemOf, settingsOf } from '../account/account-page';
import { administrationPage } from '../administration/administration-page';
import { activeForm, endForm, personForm, personQuery, tickedRoles } from './team-forms.contract';
import { endTyped, offered, rolesHere, secondsUntil, teamRows } from './team-pages.presentation';

const [read, write, remove] = ['fe.secure.read.users', 'fe.secure.write.users', 'fe.secure.delete.users'] as const;
const forms = ['end', 'active', 'unlock', 'resend', 'remove'] as const;

const open = ({ actor }: Context, right: typeof write | typeof remove = write) =>
  may(actor, right) && actor.restriction === null;

async function personOf(context: Context, id: string) {
  const { db, actor } = context;
  const {
    rows: [row],
    members: [found],
  } = await teamRows(context, { ids: [id], limit: 1, offset: 0 });
  const member = found && (await members.find(db, { tenantNumber: actor.organisation.id, userId: found.userId }));
  if (!row || !member) throw fail.notFound('identity.unknownUser');
  return { row, member };
}

/** What whoever edits may not give stays as it is, though its box is not sent. */
function withUntouched(
  { actor }: Pick<Context, 'actor'>,
  { held, roles, ticked }: { held: readonly number[]; roles: readonly TenantRole[]; ticked: readonly string[] },
): string[] {
  const theirs = roles.filter(
    ({ number, permissions }) => held.includes(number) && !permissions.every((key) => covers(actor.permissions, key)),
  );
  return [...new Set([...ticked, ...theirs.map(({ id }) => id)])];
}

interface Shown extends Pick<PersonPageProps, 'problem' | 'done'> {
  fields?: Record<string, string>;
  typed?: Record<string, string>;
  status?: number;
}

async function page(
  context: Context,
  { id, base }: { id: string; base: string },
  { typed, status, fields, ...shown }: Shown = {},
): Promise<Reply> {
  const { t, actor } = context;
  const { row, member } = await personOf(context, id);
  const yourself = member.userId === actor.userId;
  const above = ![...member.permissionsHere].every((key) => covers(actor.permissions, key));
  // Of several forms one was sent; name and roles are in the first alone.
  const ticked = typed && (typed.name !== undefined || tickedRoles(typed).length > 0) ? tickedRoles(typed) : null;
  const held = ({ number }: TenantRole) => member.roleIds.includes(number);
  const view = (
    <PersonPage
      t={t}
      settings={settingsOf(context)}
      base={base}
      person={row}
      typed={{ ...endTyped(row.endsAt, context), ...typed, name: typed?.name ?? row.name }}
      roles={offered(context, await rolesHere(context), {
        held,
        ticked: (role) => (ticked ? ticked.includes(role.id) : held(role)),
      })}
      yourself={yourself}
      above={above}
      elsewhere={member.elsewhere}
      named={!member.elsewhere && row.secondFactor !== null}
      open={open(context)}
      removable={open(context, remove)}
      permissionsHref={may(actor, 'fe.secure.read.roles') ? `/account/roles/users/${row.id}` : undefined}
      fields={fields}
      {...shown}
    />
  );
  return administrationPage(view, context, { at: 'users', title: row.name, status });
}

/** One of the people: who they are, what they may do, and for how long. */
export function personRoutes(base: `/${string}`): Route[] {
  const idIn = ({ url }: Context): string => url.slice(base.length + 1).split(/[/?]/)[0] ?? '';
  const again = (failure: Failure, typed: Record<string, string>, context: Context) => {
    const { problem, fields, status } = problemOf(failure, context);
    return page(context, { id: idIn(context), base }, { problem, fields, typed, status });
  };
  const posted = { method: 'post', notInClientView: true, freshProof: base, params: memberParams, again } as const;
  const back = (id: string, done: string) => reply.redirect(`${base}/${id}?done=${done}`);

  return [
    definePage({
      method: 'get',
      path: `${base}/:memberId`,
      access: read,
      params: memberParams,
      query: personQuery,
      handle: ({ params, query: { done } }, context) =>
        page(context, { id: params.memberId, base }, { done: done && context.t(`team.done.${done}`) }),
    }),
    definePage({
      ...posted,
      path: `${base}/:memberId`,
      access: write,
      body: personForm,
      async handle({ params: { memberId: id }, body: { name, roleIds } }, context) {
        const { member } = await personOf(context, id);
        const wanted = withUntouched(context, {
          held: member.roleIds,
          roles: await rolesHere(context),
          ticked: roleIds,
        });
        const yourself = member.userId === context.actor.userId;
        await changeTeamUser(context.acting, { id, name, roleIds: yourself ? undefined : wanted });
        return back(id, 'saved');
      },
    }),
    definePage({
      ...posted,
      path: `${base}/:memberId/end`,
      access: write,
      body: endForm,
      async handle({ params: { memberId: id }, body: { act, ...end } }, context) {
        const seconds = act === 'permanent' ? null : secondsUntil(end, context);
        if (seconds === undefined)
          throw fail.unprocessable('errors.required', { fields: [{ field: 'endDay', code: 'errors.required' }] });
        await limitTeamUser(context.acting, id, seconds);
        return back(id, act === 'permanent' ? 'permanent' : 'limited');
      },
    }),
    definePage({
      ...posted,
      path: `${base}/:memberId/active`,
      access: write,
      body: activeForm,
      async handle({ params: { memberId: id }, body: { act } }, { acting }) {
        await switchTeamUser(acting, { id, active: act === 'reactivate' });
        return back(id, act);
      },
    }),
    definePage({
      ...posted,
      path: `${base}/:memberId/unlock`,
      access: write,
      async handle({ params: { memberId: id } }, { acting }) {
        await unlockTeamUser(acting, id);
        return back(id, 'unlocked');
      },
    }),
    definePage({
      ...posted,
      path: `${base}/:memberId/resend`,
      access: write,
      async handle({ params: { memberId: id } }, { acting }) {
        await resendActivation(acting, id);
        return back(id, 'resent');
      },
    }),
    definePage({
      ...posted,
      path: `${base}/:memberId/remove`,
      access: remove,
      async handle({ params: { memberId: id } }, { acting }) {
        await removeTeamUser(acting, id);
        return reply.redirect(`${base}?done=removed`);
      },
    }),
    ...forms.map((form) =>
      definePage({
        method: 'get',
        path: `${base}/:memberId/${form}`,
        access: read,
        walk: [],
        params: memberParams,
        handle: ({ params }) => reply.redirect(`${base}/${params.memberId}`),
      }),
    ),
  ];
}
