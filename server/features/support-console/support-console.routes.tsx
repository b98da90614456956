import { SupportConsolePage, type ConsoleResult } from '../../../views/support-console/support-console-page';
import { Failure } from '../../platform/errors';
import { defineCall, definePage, reply, type Context, type Route } from '../../platform/http/define-route';
import { sentence } from '../../platform/i18n/messages';
import { consoleQuery, idLookup, lookupAnswer, userLookup } from './support-console.contract';
import { lookUpId, lookUpPeople } from './support-console.service';

const access = 'VIEW_CONSOLE';

/** What a form asked for, where there are no scripts to ask by a call. */
async function resultOf(
  context: Context<typeof access>,
  query: { userField?: string | undefined; id?: string | undefined },
): Promise<ConsoleResult | null> {
  if (query.userField === undefined && query.id === undefined) return null;
  const [user, id] = [
    userLookup.safeParse(pick(query, userLookup.keyof().options)),
    idLookup.safeParse(pick(query, idLookup.keyof().options)),
  ];
  if (!user.success && !id.success) return { description: null, refused: context.t('layout.lookup.unreadable') };
  try {
    const { description } = user.success
      ? await lookUpPeople(context, user.data)
      : await lookUpId(context, id.data as NonNullable<typeof id.data>);
    return { description, refused: null };
  } catch (error) {
    if (!(error instanceof Failure) || error.status !== 404) throw error;
    return { description: null, refused: sentence(context.t, error.code, error.options.params) };
  }
}

const pick = (query: Record<string, string | undefined>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, query[name]]));

export const supportConsoleRoutes: Route[] = [
  definePage({
    method: 'get',
    path: '/support-console',
    access,
    query: consoleQuery,
    async handle({ query }, context) {
      const { t } = context;
      return reply.page(<SupportConsolePage t={t} typed={query} result={await resultOf(context, query)} />, {
        title: t('supportConsole.title'),
        secure: true,
      });
    },
  }),

  defineCall({
    method: 'get',
    path: '/system/lookupByUserField',
    access,
    query: userLookup,
    summary:
      'Who has an id, a login, an e-mail address or a name, as colon-separated text. Internal staff look among everybody.',
    answer: lookupAnswer,
    handle: async ({ query }, context) => reply.json(await lookUpPeople(context, query)),
  }),

  defineCall({
    method: 'get',
    path: '/system/lookupById',
    access,
    query: idLookup,
    summary:
      'What has an id, as colon-separated text: an organization, site, location or device that the person reaches and sees.',
    answer: lookupAnswer,
    handle: async ({ query }, context) => reply.json(await lookUpId(context, query)),
  }),
];
