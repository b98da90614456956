import { z } from 'zod';
import { SessionsScreen } from '../../../../views/identity/account/sessions-screen';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { endTokens } from '../../core/api-tokens/api-token.contract';
import { countTokensOfPerson } from '../../core/api-tokens/api-token.store';
import { endOtherSessions, endOwnSession } from '../../core/own-sessions/own-session.service';
import { listOwnSessions } from '../../core/own-sessions/own-session.store';
import { browserName } from '../../core/sessions/browser-name.rules';
import { publicId } from '../../wire.contract';
import { formsOf, own, screen, settingsOf } from './account-page';

const path = '/account/sessions';
const query = z.object({ done: z.enum(['ended', 'others', 'tokens']).optional().catch(undefined) });
const says = {
  ended: 'account.sessions.ended',
  others: 'account.sessions.othersEnded',
  tokens: 'account.sessions.tokensEnded',
} as const;

async function sessionsPage(context: Context, done: string | undefined): Promise<Reply> {
  const {
    t,
    db,
    now,
    actor: { userId, sessionId },
  } = context;
  const sessions = (await listOwnSessions(db, { userId, sessionId, now })).map(
    ({ id, userAgent, ip, createdAt, lastUsedAt }) => ({
      id,
      browser: browserName(userAgent),
      ip,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      current: id === sessionId,
    }),
  );
  // The one that asks stands first, whatever its age.
  sessions.sort((one, other) => Number(other.current) - Number(one.current));
  return screen(
    <SessionsScreen
      t={t}
      settings={settingsOf(context)}
      sessions={sessions}
      tokens={await countTokensOfPerson(db, userId, now)}
      done={done}
    />,
    context,
    { at: 'sessions' },
  );
}

/** Where somebody is signed in. */
export const accountSessionRoutes: Route[] = [
  definePage({
    method: 'get',
    path,
    ...own,
    query,
    handle: ({ query: { done } }, context) => sessionsPage(context, done && context.t(says[done])),
  }),
  definePage({
    method: 'post',
    path: `${path}/end-others`,
    ...own,
    body: z.strictObject({ endTokens }),
    async handle({ body: { endTokens: tokensToo } }, { acting, actor: { sessionId } }) {
      await endOtherSessions(acting, { sessionId, tokensToo });
      return reply.redirect(`${path}?done=${tokensToo ? 'tokens' : 'others'}`);
    },
  }),
  definePage({
    method: 'post',
    path: `${path}/:ownSessionId/end`,
    ...own,
    params: z.object({ ownSessionId: publicId }),
    async handle({ params: { ownSessionId } }, { acting }) {
      await endOwnSession(acting, ownSessionId);
      return reply.redirect(`${path}?done=ended`);
    },
  }),
  ...formsOf(path, [`${path}/end-others`, `${path}/:ownSessionId/end`]),
];
