import { z } from 'zod';
import { PrivacyScreen, type PrivacyScreenProps } from '../../../../views/identity/account/privacy-screen';
import { WayOnPage } from '../../../../views/identity/way-on-page';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { personalJson } from '../../../platform/personal-data';
import { eraseOwnAccount } from '../../core/erasure/erasure.service';
import { listTenantsOf } from '../../core/memberships/membership.store';
import { listViewsOf } from '../../core/own-sessions/own-session.store';
import type { IdentityParts } from '../../parts';
import { refreshCookie } from '../../ways-in/browser/signed-in';
import { formsOf, own, problemOf, screen, settingsOf } from './account-page';

const path = '/account/privacy';
const erasedPath = '/account/deleted';
const mostViews = 50;

async function privacyPage(
  context: Context,
  { status, ...shown }: Pick<PrivacyScreenProps, 'typed' | 'refused'> & { status?: number } = {},
): Promise<Reply> {
  const {
    t,
    db,
    now,
    actor: { userId, email },
  } = context;
  const views = (await listViewsOf(db, { userId, limit: mostViews })).map(({ startedAt, endedAt, ...view }) => ({
    ...view,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt.toISOString(),
    current: endedAt > now,
  }));
  return screen(
    <PrivacyScreen t={t} settings={settingsOf(context)} base={path} email={email} views={views} {...shown} />,
    context,
    { at: 'privacy', status },
  );
}

/** What is kept of somebody, who else has seen it, and how it is deleted. */
export const accountPrivacyRoutes = ({ config }: IdentityParts): Route[] => [
  definePage({ method: 'get', path, ...own, handle: (_input, context) => privacyPage(context) }),
  definePage({
    method: 'post',
    path: `${path}/copy`,
    ...own,
    freshProof: path,
    async handle(_input, { db, now, actor: { userId }, resources: { personalData } }) {
      const person = { userId, organisationIds: await listTenantsOf(db, userId) };
      const pieces = personalJson(personalData, { db, person, madeAt: now });
      return reply.bytes('application/json', pieces, 'tare-personal-data.json');
    },
  }),
  definePage({
    method: 'post',
    path: `${path}/delete`,
    ...own,
    freshProof: path,
    body: z.strictObject({ email: z.string().trim().min(1, 'errors.required').max(254) }),
    async handle({ body: { email } }, { acting, visitor, door }) {
      await eraseOwnAccount(acting, { typed: email, visitor });
      await door.leave();
      return reply.redirect(erasedPath, { cookies: refreshCookie(config, null) });
    },
    again(failure, typed, context) {
      const { problem, fields, status } = problemOf(failure, context);
      return privacyPage(context, { typed: typed.email, refused: { email: fields.email, problem }, status });
    },
  }),
  ...formsOf(path, [`${path}/copy`, `${path}/delete`]),
  definePage({
    method: 'get',
    path: erasedPath,
    access: 'public',
    handle: (_input, { t }) =>
      reply.page(
        <WayOnPage
          tone="success"
          says={t('account.privacy.erased')}
          to="/login"
          label={t('account.privacy.toStart')}
        />,
        { title: t('account.privacy.erasedTitle'), layout: 'bare' },
      ),
  }),
];
