import { z } from 'zod';
import { ApiPage } from '../views/api/api-page';
import { locales } from '../views/locales';
import { OutboxPage } from '../views/outbox/outbox-page';
import type { Config } from './config';
import { smsChannel } from './identity';
import { definePage, defineCall, reply, type Context, type Route } from './platform/http/define-route';
import { openApiDocument } from './platform/http/openapi';
import { restDescription } from './platform/http/surfaces';
import { defaultLocale, localeCodes } from './platform/i18n/messages';
import { mailChannel } from './platform/outbox/mail';
import { listNewest } from './platform/outbox/posted';

/** Old addresses that bookmarks still hold. */
const moved: Record<`/${string}`, string> = {
  '/': '/home',
  '/html/manageGoals.html': '/goals',
  '/html/manageAlerts.html': '/alerts',
};

/** The routes that belong to no feature. */
export function appRoutes(routes: Route[], config: Config): Route[] {
  let description: ReturnType<typeof openApiDocument> | undefined;
  const described = () =>
    (description ??= openApiDocument(
      [...routes, ...own].filter(({ kind, surface }) => kind === 'call' && surface === 'rest'),
      restDescription,
      config,
    ));
  const own: Route[] = [
    ...Object.entries(moved).map(([path, to]) =>
      definePage({
        method: 'get',
        path: path as `/${string}`,
        access: 'public',
        walk: [],
        handle: () => reply.redirect(to),
      }),
    ),

    defineCall({
      method: 'get',
      path: '/config',
      access: 'public',
      summary: 'What a front end needs to know before anybody has signed in.',
      answer: z.strictObject({
        locales: z.array(z.string()),
        defaultLocale: z.string(),
        helpUrl: z.string(),
        ssoEnabled: z.boolean(),
      }),
      handle: () => reply.json({ locales: localeCodes, defaultLocale, helpUrl: config.helpUrl, ssoEnabled: false }),
    }),

    defineCall({
      method: 'get',
      path: '/i18n/:locale',
      access: 'public',
      params: z.strictObject({ locale: z.enum(localeCodes) }),
      summary: 'Every sentence of a locale.',
      answer: z.record(z.string(), z.unknown()),
      handle: ({ params }) => reply.json(locales[params.locale]),
    }),

    defineCall({
      method: 'get',
      path: '/openapi.json',
      access: 'public',
      summary: 'This description.',
      answer: z.record(z.string(), z.unknown()),
      handle: () => reply.json(described()),
    }),

    definePage({
      method: 'get',
      surface: 'rest',
      path: '/docs',
      access: 'public',
      handle: (_input, { t }) =>
        reply.page(<ApiPage t={t} document={described()} />, {
          title: t('api.title'),
          layout: 'bare',
          wide: true,
          constant: 'api',
        }),
    }),
  ];
  return config.production || config.smtpUrl ? own : [...own, outbox];
}

/** Mail and texts that were never sent, because no server for them is named; it holds links that open accounts. Not there in production. */
const outbox = definePage({
  method: 'get',
  path: '/dev/outbox',
  access: 'public',
  thisMachineOnly: true,
  query: z.object({ to: z.string().max(320).optional().catch(undefined) }),
  async handle({ query }, context) {
    const mails = await newestMails(context, query.to);
    if (context.wantsJson) return reply.json(mails);
    return reply.page(<OutboxPage t={context.t} mails={mails} />, {
      title: context.t('outbox.title'),
      layout: 'bare',
      wide: true,
    });
  },
});

async function newestMails({ db }: Context<'public'>, to: string | undefined) {
  const rows = await listNewest(db, { channels: [mailChannel.name, smsChannel.name], target: to, limit: 50 });
  return rows.map(({ channel, payload, ...row }) => ({
    id: row.id,
    channel,
    ...(channel === smsChannel.name ? { subject: null, ...smsChannel.payload.parse(payload) } : lettersOf(payload)),
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
  }));
}

function lettersOf(payload: unknown): { to: string; subject: string; text: string } {
  const { to, subject, text } = mailChannel.payload.parse(payload);
  return { to, subject, text };
}
