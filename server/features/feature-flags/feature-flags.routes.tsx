import { z } from 'zod';
import { FeatureFlagsPage } from '../../../views/feature-flags/feature-flags-page';
import type { Actor } from '../../platform/actor';
import { fail } from '../../platform/errors';
import {
  defineCall,
  definePage,
  reply,
  type Condition,
  type Context,
  type Reply,
  type Route,
} from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { sentence } from '../../platform/i18n/messages';
import { withParameters } from '../../platform/table/table-query';
import {
  featureOrganisation,
  featureOrganisationView,
  flagParams,
  flagView,
  switchParams,
} from './feature-flags.contract';
import { listFlags, listOrganisationsOf, setFlag } from './feature-flags.service';
import { flagFilters, flagsQuery, flagTable, matching, type FlagsQuery } from './feature-flags.table';

const path = '/feature-flags';
const access = 'EDIT_FEATURE_FLAGS';
const flag = 'edit-feature-flags';

/** They are of every site. */
const condition: Condition = {
  says: 'For people who see the whole organization.',
  holds: ({ restriction }: Actor) => restriction === null,
};

const guarded = { access, flag, condition } as const;

async function flagsPage(
  context: Context<typeof access>,
  query: FlagsQuery,
  refused: string | null = null,
): Promise<Reply> {
  const { t, db, actor, locale, url } = context;
  const flags = await listFlags(db, t);
  const chosen = flags.find(({ name }) => name === query.flag) ?? flags[0];
  if (!chosen) throw fail.notFound('featureFlags.unknown');
  const reader = { t, permissions: actor.permissions };
  const organisations = await listOrganisationsOf(db, actor, { name: chosen.name });
  const address = withParameters(url, { saved: null });
  const state = flagTable.state(query, { reader });
  const paged = flagTable.paged(matching(organisations, query.q), state);
  return reply.page(
    <FeatureFlagsPage
      t={t}
      settings={settingsOf({ locale, actor })}
      flags={flags}
      chosen={chosen}
      counts={{ on: organisations.filter(({ enabled }) => enabled).length, all: organisations.length }}
      filters={flagFilters.bar({ action: path, url: address, values: query, offer: { t } })}
      table={flagTable.view({ reader, url: address, ...paged })}
      kept={
        Object.fromEntries(
          ['q', 'page', 'sort']
            .flatMap((name) => [[name, new URL(address, 'http://tare.invalid').searchParams.get(name)]])
            .filter(([, value]) => value !== null),
        ) as Record<string, string>
      }
      saved={organisations.find(({ organizationId }) => organizationId === query.saved) ?? null}
      refused={refused}
    />,
    { title: t('featureFlags.title'), secure: true, ...(refused === null ? {} : { status: 422 }) },
  );
}

/** How the list stood goes along, so that it stands so again. */
const switchForm = z.object({
  enabled: z.enum(['true', 'false']),
  q: z.string().max(100).optional(),
  page: z.string().max(10).optional(),
  sort: z.string().max(60).optional(),
});

export const featureFlagRoutes: Route[] = [
  definePage({
    ...guarded,
    method: 'get',
    path,
    query: flagsQuery,
    handle: ({ query }, context) => flagsPage(context, query),
  }),

  definePage({
    ...guarded,
    method: 'post',
    path: `${path}/:name/:organizationId`,
    params: switchParams,
    body: switchForm,
    async handle({ params: { name, organizationId }, body: { enabled, ...list } }, { actingIn }) {
      await setFlag(await actingIn(organizationId), { name, enabled: enabled === 'true' });
      return reply.redirect(withParameters(path, { flag: name, ...list, saved: organizationId }));
    },
    again: ({ code, options }, typed, context) =>
      flagsPage(context, flagsQuery.parse(typed), sentence(context.t, code, options.params)),
  }),

  // Somebody may reload the answer to a refused form.
  definePage({
    ...guarded,
    method: 'get',
    path: `${path}/:name/:organizationId`,
    params: switchParams,
    walk: [],
    handle: ({ params }) => reply.redirect(withParameters(path, { flag: params.name })),
  }),

  defineCall({
    ...guarded,
    method: 'get',
    path: '/features',
    opens: { programs: true },
    summary: 'The feature flags that may be switched.',
    answer: z.array(flagView),
    handle: async (_input, { db, t }) =>
      reply.json((await listFlags(db, t)).map(({ name, description }) => ({ name, description }))),
  }),

  defineCall({
    ...guarded,
    method: 'get',
    path: '/features/:name',
    opens: { programs: true },
    params: flagParams,
    summary: 'The organizations for which the person may switch a flag, by name, and whether it is on.',
    answer: z.array(featureOrganisationView),
    handle: async ({ params }, { db, actor }) => reply.json(await listOrganisationsOf(db, actor, params)),
  }),

  defineCall({
    ...guarded,
    method: 'put',
    path: '/features/:name/:organizationId',
    params: switchParams,
    body: featureOrganisation,
    summary: 'Switches a flag on or off for an organization; every node follows at once.',
    answer: featureOrganisationView,
    async handle({ params: { name, organizationId }, body }, { actingIn, db, actor }) {
      const acting = await actingIn(organizationId);
      const other = body.name !== name ? 'name' : body.organizationId !== organizationId ? 'organizationId' : null;
      if (other)
        throw fail.badRequest('errors.badRequest', {
          fields: [{ field: other, code: 'featureFlags.otherThanAddress' }],
        });
      await setFlag(acting, { name, enabled: body.enabled });
      const [now] = await listOrganisationsOf(db, actor, { name, only: organizationId });
      return reply.json(now);
    },
  }),
];
