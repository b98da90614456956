import { PersonPage } from '../../../views/user-manager/person-page';
import { countSecured, listPlaces } from '../../domain/places';
import { may } from '../../platform/actor';
import { fail } from '../../platform/errors';
import { definePage, reply, type Reply, type Route } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { refusalIn, refusedStatus, type RefusedForm } from '../../platform/http/refused-form';
import { seesAll } from '../../platform/restriction.rules';
import { offeredRoles } from '../../platform/role-names';
import { withParameters } from '../../platform/table/table-query';
import { changeNotificationsOf, listNotificationsOf } from '../alerts';
import { changeUser, copyAccess, findUser, narrowUser, rolesFor, rolesOf, sendLink, setActive } from '../users';
import { changing, editingOf, mayChange, path, read, type PageContext } from './user-manager-pages';
import {
  accessForm,
  accountForm,
  copyForm,
  itemsOf,
  notificationsForm,
  personParams,
  personQuery,
  statusForm,
  type PersonDone,
} from './user-manager.contract';
import { mostAlerts } from './user-manager.rules';

const forms = ['account', 'access', 'copy', 'status', 'link', 'notifications'] as const;
type PersonForm = (typeof forms)[number];

interface Shown {
  done?: PersonDone | undefined;
  refused?: RefusedForm & { form: PersonForm };
}

async function personPage(context: PageContext, userId: number, { done, refused }: Shown = {}): Promise<Reply> {
  const { t, db, acting, actor } = context;
  const editing = editingOf(context);
  const { member, items, revision, refused: barred } = await findUser(editing, userId);
  const offered = offeredRoles(await rolesOf(editing), ({ roleId }) => member.roleIds.includes(roleId));
  const roles = rolesFor(t, editing, offered);
  const notifies = may(actor, 'EDIT_NOTIFICATIONS') && seesAll(acting.scope);
  const alerts = notifies ? await listNotificationsOf(db, acting.scope, userId) : [];
  const { fullName, login, email, status, ssoUser, lastSignInAt, locale } = member;
  return reply.page(
    <PersonPage
      t={t}
      settings={settingsOf(context)}
      base={path}
      person={{
        userId,
        fullName,
        login,
        email,
        status,
        ssoUser,
        locale,
        lastSignInAt: lastSignInAt?.toISOString() ?? null,
        roleIds: [...member.roleIds],
        secured: (await countSecured(db, acting.scope, [userId])).get(userId) ?? null,
        items,
      }}
      roles={roles}
      sites={await listPlaces(db, acting.scope)}
      revision={revision}
      barred={barred}
      open={mayChange(context)}
      alerts={alerts.slice(0, mostAlerts)}
      moreAlerts={Math.max(0, alerts.length - mostAlerts)}
      notifies={notifies}
      done={done ?? null}
      refused={refused ? { form: refused.form, ...refusalIn(t, refused) } : null}
    />,
    { title: fullName, ...(refused ? { status: refusedStatus(refused.failure) } : {}) },
  );
}

const again =
  (form: PersonForm) => (failure: RefusedForm['failure'], typed: Record<string, string>, context: PageContext) =>
    personPage(context, Number(typed.userId), { refused: { form, failure, typed } });

const back = (userId: number, done: PersonDone) => reply.redirect(withParameters(`${path}/people/${userId}`, { done }));

const posted = (form: PersonForm) =>
  ({
    method: 'post',
    path: `${path}/people/:userId/${form}`,
    notInClientView: true,
    params: personParams,
    again: again(form),
  }) as const;
/** Whose account or access changes has just been asked for. */
const guarded = (form: PersonForm) => ({ ...changing, ...posted(form), freshProof: `${path}/people/:userId` }) as const;

export const personRoutes: Route[] = [
  definePage({
    method: 'get',
    path: `${path}/people/:userId`,
    access: read,
    params: personParams,
    query: personQuery,
    handle: ({ params: { userId }, query: { done } }, context) => personPage(context, userId, { done }),
  }),
  definePage({
    ...guarded('account'),
    body: accountForm,
    async handle({ params: { userId }, body }, context) {
      const editing = editingOf(context);
      const { fullName, email, roleIds, revision } = body;
      const { member } = await findUser(editing, userId);
      // What whoever edits may not take away has no box that could be sent.
      const fixed = rolesFor(context.t, editing, await rolesOf(editing))
        .filter(({ roleId, grantable }) => !grantable && member.roleIds.includes(roleId))
        .map(({ roleId }) => roleId);
      const wanted = [...new Set([...roleIds, ...fixed])];
      if (wanted.length === 0)
        throw fail.unprocessable('users.noRole', { fields: [{ field: 'roleIds', code: 'users.noRole' }] });
      await changeUser(editing, { userId, edit: { fullName, email, roleIds: wanted, revision } });
      return back(userId, 'saved');
    },
  }),
  definePage({
    ...guarded('access'),
    body: accessForm,
    async handle({ params: { userId }, body: { revision, ...access } }, context) {
      await narrowUser(editingOf(context), { userId, items: itemsOf(access), revision });
      return back(userId, 'accessSaved');
    },
  }),
  definePage({
    ...guarded('copy'),
    body: copyForm,
    async handle({ params: { userId }, body: { email, revision } }, context) {
      const editing = editingOf(context);
      const {
        members: [source],
      } = await editing.members.list(context.db, {
        tenantNumber: context.acting.scope.organisationId,
        emails: [email.toLowerCase()],
        sort: { column: 'email', direction: 'asc' },
        limit: 1,
        offset: 0,
      });
      if (!source)
        throw fail.unprocessable('users.unknownSource', {
          fields: [{ field: 'email', code: 'userManager.unknownEmail' }],
        });
      await copyAccess(editing, { userId, fromUserId: source.userId, revision });
      return back(userId, 'copied');
    },
  }),
  definePage({
    ...guarded('status'),
    body: statusForm,
    async handle({ params: { userId }, body: { act, revision } }, context) {
      await setActive(editingOf(context), { userId, active: act === 'reactivate', revision });
      return back(userId, act);
    },
  }),
  definePage({
    ...changing,
    ...posted('link'),
    async handle({ params: { userId } }, context) {
      await sendLink(editingOf(context), userId);
      return back(userId, 'linkSent');
    },
  }),
  definePage({
    ...posted('notifications'),
    access: read,
    condition: {
      says: 'Needs the permission EDIT_NOTIFICATIONS too.',
      holds: (actor) => may(actor, 'EDIT_NOTIFICATIONS'),
    },
    body: notificationsForm,
    async handle({ params: { userId }, body }, context) {
      if (!seesAll(context.acting.scope)) throw fail.unprocessable('users.limitedToSites');
      await findUser(editingOf(context), userId);
      const held = new Map(
        (await listNotificationsOf(context.db, context.acting.scope, userId)).map((one) => [one.alertId, one]),
      );
      const changes = body.flatMap(({ alertId, value, shown }) => {
        const before = held.get(alertId);
        if (value === shown) return [];
        if (before && (before.byEmail ? before.frequency : 'none') !== shown) throw fail.conflict('errors.conflict');
        return [
          {
            alertId,
            notifyEmail: value !== 'none',
            notifyFreqCode: value === 'none' ? (before?.frequency ?? 'IMMEDIATE') : value,
          } as const,
        ];
      });
      if (changes.length > 0) await changeNotificationsOf(context.acting, { userId, changes });
      return back(userId, 'notified');
    },
  }),
  ...forms.map((form) =>
    definePage({
      method: 'get',
      path: `${path}/people/:userId/${form}`,
      access: read,
      walk: [],
      params: personParams,
      handle: ({ params: { userId } }) => reply.redirect(`${path}/people/${userId}`),
    }),
  ),
];
