import { z } from 'zod';
import { SessionsPage } from '../../../../views/identity/sessions-page';
import type { Actor } from '../../../platform/actor';
import { fail } from '../../../platform/errors';
import {
  defineCall,
  definePage,
  reply,
  type Condition,
  type Context,
  type Reply,
  type Route,
} from '../../../platform/http/define-route';
import { settingsOf } from '../../../platform/http/format-settings';
import { withParameters } from '../../../platform/table/table-query';
import { browserName } from '../../core/sessions/browser-name.rules';
import {
  historyView,
  sessionParams,
  sessionView,
  type HistoryView,
  type SessionView,
} from '../../core/sessions/session-list.contract';
import { endOneSession, sessionScope } from '../../core/sessions/session-list.service';
import {
  countSamples,
  countSessions,
  listSamples,
  listSessions,
  type CurrentSession,
  type SessionCount,
} from '../../core/sessions/session-list.store';
import {
  historyTable,
  sessionFilters,
  sessionsQuery,
  sessionTable,
  type SessionsQuery,
} from '../../core/sessions/session-list.table';

const path = '/sessions';
const access = 'VIEW_USER_SESSIONS';

/** They are of every site. */
const condition: Condition = {
  says: 'For people who see the whole organization.',
  holds: ({ restriction }: Actor) => restriction === null,
};

const guarded = { access, condition } as const;

const viewOf =
  ({ sessionId: own }: Actor) =>
  (session: CurrentSession): SessionView => ({
    creationTime: session.createdAt.toISOString(),
    lastAccessedTime: session.lastUsedAt.toISOString(),
    username: session.username,
    sessionId: session.sessionId,
    organizationId: session.tenantNumber,
    organizationName: session.tenantName,
    browser: browserName(session.userAgent),
    own: session.sessionId === own,
  });

const historyOf = ({ instant, count }: SessionCount): HistoryView => ({ instant: instant.toISOString(), count });

async function sessionsPage(
  { t, db, now, actor, locale, url }: Context<typeof access>,
  query: SessionsQuery,
): Promise<Reply> {
  const scope = sessionScope(actor);
  const reader = { t, permissions: actor.permissions, seesAll: scope.tenantNumber === null };
  const address = withParameters(url, { ended: null });
  const all = await countSessions(db, scope, { now });
  const wanted = { now, find: query.q };
  const { sessions: total } = query.q ? await countSessions(db, scope, wanted) : all;
  const state = sessionTable.within(total, sessionTable.state(query, { reader }));
  const rows = await listSessions(db, scope, {
    ...wanted,
    sort: state.sort ?? { column: 'lastAccessedTime', direction: 'desc' },
    slice: state.slice,
  });
  const instants = await countSamples(db);
  const history = historyTable.within(instants, historyTable.state(query, { reader, suffix: 'History' }));
  const samples = await listSamples(db, scope, history.slice);
  return reply.page(
    <SessionsPage
      t={t}
      settings={settingsOf({ locale, actor })}
      counts={all}
      organisation={reader.seesAll ? null : actor.organisation.name}
      filters={sessionFilters.bar({ action: path, url: address, values: query, offer: { t } })}
      table={sessionTable.view({
        reader,
        url: address,
        state,
        rows: rows.map((row) => ({ ...viewOf(actor)(row), fullName: row.fullName })),
        total,
      })}
      history={historyTable.view({
        reader,
        url: address,
        state: history,
        rows: samples.map(historyOf),
        total: instants,
        suffix: 'History',
      })}
      ended={query.ended !== undefined}
    />,
    { title: t('sessions.title'), secure: true },
  );
}

const listQuery = {
  q: z.string().max(100).optional(),
  page: z.string().max(10).optional(),
  sort: z.string().max(60).optional(),
};

export const sessionListRoutes: Route[] = [
  definePage({
    ...guarded,
    method: 'get',
    path,
    query: sessionsQuery,
    handle: ({ query }, context) => sessionsPage(context, query),
  }),

  definePage({
    ...guarded,
    method: 'post',
    path: `${path}/:id/end`,
    params: sessionParams,
    body: z.object(listQuery),
    async handle({ params, body }, context) {
      // Of two who press at once, the second finds it done.
      await endOneSession(context, params.id);
      return reply.redirect(withParameters(path, { ...body, ended: 1 }));
    },
  }),

  defineCall({
    ...guarded,
    method: 'get',
    path,
    summary:
      'Who is signed in, the last active first: of all organizations for internal staff, of their own for everybody else.',
    answer: z.array(sessionView),
    async handle(_input, { db, now, actor }) {
      const sessions = await listSessions(db, sessionScope(actor), {
        now,
        sort: { column: 'lastAccessedTime', direction: 'desc' },
      });
      return reply.json(sessions.map(viewOf(actor)));
    },
  }),

  defineCall({
    ...guarded,
    method: 'get',
    path: `${path}/history`,
    opens: { programs: true },
    summary: 'How many sessions there were, counted every 15 minutes and kept for 90 days, the newest first.',
    answer: z.array(historyView),
    handle: async (_input, { db, actor }) => reply.json((await listSamples(db, sessionScope(actor))).map(historyOf)),
  }),

  defineCall({
    ...guarded,
    method: 'delete',
    path: `${path}/:id`,
    params: sessionParams,
    summary: 'Ends a session; whoever used it is signed out with their next request.',
    answerType: 'none',
    async handle({ params }, context) {
      if (!(await endOneSession(context, params.id))) throw fail.notFound('sessions.gone');
      return reply.empty();
    },
  }),
];
