import { z } from 'zod';
import { SsoHistoryPage } from '../../../../views/identity/sso/sso-history-page';
import { SsoListPage } from '../../../../views/identity/sso/sso-list-page';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import type { IdentityParts } from '../../parts';
import { countRefusedSubjects } from '../../ways-in/sso/refused-subject.store';
import { createConfig } from '../../ways-in/sso/sso-config.service';
import { countSsoEvents, listSsoEvents } from '../../ways-in/sso/sso-history.store';
import { configParams } from '../../ways-in/sso/sso.contract';
import { ssoTypes } from '../../ways-in/sso/sso.rules';
import { problemOf, settingsOf } from '../account/account-page';
import { administrationPage } from '../administration/administration-page';
import { historyQuery, newProvider } from './sso-pages.contract';
import { eventView, firstStep, listedProvider, setupView } from './sso-pages.presentation';
import { ssoRefusedPages } from './sso-refused-pages.routes';
import { knownProvider, knownProviders, listPath, mayChange, read, write, type Shown } from './sso-setup-page';
import { ssoSetupPages } from './sso-setup-pages.routes';
import { ssoTestPages } from './sso-test-pages.routes';

const rows = 25;
const listQuery = z.object({ done: z.literal('removed').optional().catch(undefined) });

/** Where the tenant's people sign in, for who looks after it. */
export function ssoPages(parts: IdentityParts): Route[] {
  async function listPage(context: Context, { status, ...shown }: Shown = {}): Promise<Reply> {
    const { t, now, db, actor } = context;
    const refused = await countRefusedSubjects(db, actor.organisation.id);
    const providers = (await knownProviders(context, parts)).map((known) =>
      listedProvider(known, { now, refused: refused.get(known.config.id) ?? 0 }),
    );
    return administrationPage(
      <SsoListPage
        t={t}
        settings={settingsOf(context)}
        providers={providers}
        kinds={ssoTypes}
        open={mayChange(context)}
        done={shown.done}
        problem={shown.problem}
      />,
      context,
      { at: 'sso', title: t('ssoPages.title'), status },
    );
  }

  return [
    definePage({
      method: 'get',
      path: listPath,
      access: read,
      query: listQuery,
      handle: ({ query: { done } }, context) => listPage(context, { done: done && context.t('ssoPages.removed') }),
    }),
    definePage({
      method: 'post',
      path: listPath,
      access: write,
      notInClientView: true,
      freshProof: listPath,
      body: newProvider,
      async handle({ body }, { acting }) {
        const { id } = await createConfig(acting, body, parts);
        return reply.redirect(`${listPath}/${id}/copy`);
      },
      again(failure, _typed, context) {
        const { problem, fields, status } = problemOf(failure, context);
        return listPage(context, { problem: problem ?? fields.type, status });
      },
    }),
    definePage({
      method: 'get',
      path: `${listPath}/history`,
      access: read,
      query: historyQuery,
      async handle({ query }, context) {
        const { db, actor, t } = context;
        const total = await countSsoEvents(db, actor.organisation.id);
        const page = Math.min(query.page, Math.max(1, Math.ceil(total / rows)));
        const offset = (page - 1) * rows;
        const events = (await listSsoEvents(db, actor.organisation.id, { limit: rows, offset })).map(eventView);
        const at = (wanted: number) => `${listPath}/history?page=${wanted}`;
        const view = (
          <SsoHistoryPage
            t={t}
            settings={settingsOf(context)}
            events={events}
            from={events.length === 0 ? 0 : offset + 1}
            to={offset + events.length}
            total={total}
            previousHref={page > 1 ? at(page - 1) : undefined}
            nextHref={offset + events.length < total ? at(page + 1) : undefined}
          />
        );
        return reply.page(view, { title: t('ssoPages.history') });
      },
    }),
    definePage({
      method: 'get',
      path: `${listPath}/:ssoConfigId`,
      access: read,
      walk: [],
      params: configParams,
      handle: async ({ params }, context) =>
        reply.redirect(
          `${listPath}/${params.ssoConfigId}/${firstStep(setupView(await knownProvider(context, params.ssoConfigId, parts), { open: true }))}`,
        ),
    }),
    ...ssoSetupPages(parts),
    ...ssoTestPages(parts),
    ...ssoRefusedPages(parts),
  ];
}
