import { localeNames } from '../../../views/locales';
import { InvitePage } from '../../../views/user-manager/invite-page';
import { PeoplePage } from '../../../views/user-manager/people-page';
import { listPlaces, selectHome } from '../../domain/places';
import { may } from '../../platform/actor';
import { definePage, reply, type Context, type Reply, type Route } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { refusalIn, refusedStatus, type RefusedForm } from '../../platform/http/refused-form';
import { localeCodes } from '../../platform/i18n/messages';
import { seesAll } from '../../platform/restriction.rules';
import { offeredRoles } from '../../platform/role-names';
import { withParameters } from '../../platform/table/table-query';
import { createUser, rolesFor, rolesOf, userRows } from '../users';
import { reviewRoutes } from './access-review.routes';
import { personRoutes } from './person.routes';
import { changing, editingOf, mayChange, path, read, type PageContext } from './user-manager-pages';
import { inviteForm, itemsOf } from './user-manager.contract';
import { quietDays } from './user-manager.rules';
import {
  peopleFile,
  peopleFileQuery,
  peopleFilters,
  peopleQuery,
  peopleTable,
  type PersonRow,
} from './user-manager.table';
import { sheetRoutes } from './user-sheet.routes';

type Filter = ReturnType<typeof peopleFileQuery.parse>;

function wanted({ text, status, roleId, quiet }: Filter, now: Date) {
  const notSignedInSince = quiet === undefined ? undefined : new Date(now.getTime() - quietDays * 86_400_000);
  return { text, status, roleId, notSignedInSince };
}

/** Read at a time for the file. */
const piece = 500;

async function* rowsOfFile(context: PageContext, query: Filter): AsyncGenerator<PersonRow> {
  for (let offset = 0; ; offset += piece) {
    const { rows } = await userRows(editingOf(context), context.t, {
      ...wanted(query, context.now),
      sort: { column: 'fullName', direction: 'asc' },
      limit: piece,
      offset,
    });
    yield* rows;
    if (rows.length < piece) return;
  }
}

async function invitePage(context: Context, refused?: RefusedForm): Promise<Reply> {
  const { t, db, acting } = context;
  const editing = editingOf(context);
  const { locale: usual } = await selectHome(db, acting.scope.organisationId);
  return reply.page(
    <InvitePage
      t={t}
      base={path}
      roles={rolesFor(t, editing, offeredRoles(await rolesOf(editing)))}
      sites={await listPlaces(db, acting.scope)}
      locales={localeCodes.map((code) => ({ value: code, label: localeNames[code] }))}
      usual={usual}
      open={seesAll(acting.scope)}
      refused={refused ? refusalIn(t, refused) : null}
    />,
    { title: t('userManager.invite'), ...(refused ? { status: refusedStatus(refused.failure) } : {}) },
  );
}

export const userManagerRoutes: Route[] = [
  definePage({
    method: 'get',
    path,
    access: read,
    query: peopleQuery,
    async handle({ query }, context) {
      const { t, url, actor, now } = context;
      const editing = editingOf(context);
      const reader = { t, permissions: actor.permissions };
      const asked = peopleTable.state(query, { reader });
      const sort = asked.sort ?? { column: 'fullName' as const, direction: 'asc' as const };
      const pageAt = (offset: number) =>
        userRows(editing, t, { ...wanted(query, now), sort, limit: asked.size, offset });
      const first = await pageAt((asked.page - 1) * asked.size);
      const state = peopleTable.within(first.total, asked);
      const { rows, total } = state.page === asked.page ? first : await pageAt(state.slice.offset);
      const { done, page: _page, sort: _sort, ...chosen } = query;
      const roles = rolesFor(t, editing, offeredRoles(await rolesOf(editing)));
      return reply.page(
        <PeoplePage
          t={t}
          settings={settingsOf(context)}
          base={path}
          csvHref={withParameters(`${path}/export`, { ...chosen })}
          filters={peopleFilters.bar({ action: path, url, values: query, offer: { t, roles } })}
          table={peopleTable.view({ reader, url, rows, total, state })}
          open={mayChange(context)}
          teamHref={may(actor, 'fe.secure.read.users') ? '/account/users' : null}
          done={done ?? null}
        />,
        { title: t('userManager.title') },
      );
    },
  }),
  definePage({
    method: 'get',
    path: `${path}/export`,
    access: read,
    walk: [],
    query: peopleFileQuery,
    handle: ({ query }, context) =>
      reply.csv(
        peopleTable.file(peopleFile, rowsOfFile(context, query), {
          t: context.t,
          permissions: context.actor.permissions,
        }),
      ),
  }),
  definePage({
    method: 'get',
    path: `${path}/new`,
    ...changing,
    // Asked only when it is sent, the question would cost what was typed.
    freshProof: `${path}/new`,
    handle: (_input, context) => invitePage(context),
  }),
  definePage({
    method: 'post',
    path: `${path}/new`,
    ...changing,
    freshProof: `${path}/new`,
    body: inviteForm,
    async handle({ body }, context) {
      const { fullName, email, locale, roleIds, ...access } = body;
      await createUser(
        editingOf(context),
        { fullName, email, login: '', locale, roleIds, items: itemsOf(access) },
        locale,
      );
      return reply.redirect(withParameters(path, { done: 'invited' }));
    },
    again: (failure, typed, context) => invitePage(context, { failure, typed }),
  }),
  ...personRoutes,
  ...sheetRoutes,
  ...reviewRoutes,
];
