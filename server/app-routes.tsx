import { z } from 'zod';
import { ApiPage } from '../views/api/api-page';
import { locales } from '../views/locales';
import { OutboxPage } from '../views/outbox/outbox-page';
import type { Config } from './config';
import { defaultLocale, localeCodes } from './platform/i18n/messages';
import { definePage, defineCall, reply, type Context, type Route } from './platform/http/define-route';
import { openApiDocument } from './platform/http/openapi';
import { mailChannel } from './platform/outbox/mail';
import { restDescription } from './platform/http/surfaces';

/** Old addresses that bookmarks still hold. */
const moved: Record<`/${string}`, string> = {
  '/': '/home',
  '/html/manageGoals.html': '/goals',
  '/html/manageAlerts.html': '/alerts',
};

/** The routes that belong to no feature. */
export function appRoutes(routes: Route[], config: Config): Route[] {
  let description: ReturnType<typeof openApiDocument> | undefined;
  const described = () => (description ??= openApiDocument([...routes, ...own].filter(({ kind, surface }) => kind === 'call' && surface === 'rest'), restDescription, config));
  const own: Route[] = [
    ...Object.entries(moved).map(([path, to]) => definePage({ method: 'get', path: path as `/${string}`, access: 'public', walk: [], handle: () => reply.redirect(to) })),

    defineCall({
      method: 'get',
      path: '/config',
      access: 'public',
      summary: 'What a front end needs to know before anybody has signed in.',
      answer: z.strictObject({ locales: z.array(z.string()), defaultLocale: z.string(), helpUrl: z.string(), ssoEnabled: z.boolean() }),
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
      handle: (_input, { t }) => reply.page(<ApiPage t={t} document={described()} />, { title: t('api.title'), layout: 'bare', wide: true }),
    }),
  ];
  return config.production || config.smtpUrl ? own : [...own, outbox];
}

/** Mail that was never sent, because no SMTP server is named; it holds links that open accounts. Not there in production. */
const outbox = definePage({
  method: 'get',
  path: '/dev/outbox',
  access: 'public',
  thisMachineOnly: true,
  async handle(_input, context) {
    const mails = await newestMails(context);
    if (context.wantsJson) return reply.json(mails);
    return reply.page(<OutboxPage t={context.t} mails={mails} />, { title: context.t('outbox.title'), layout: 'bare', wide: true });
  },
});

async function newestMails({ db }: Context<'public'>) {
  const rows = await db.selectFrom('outbox').select(['id', 'payload', 'created_at', 'sent_at'])
    .where('channel', '=', mailChannel.name).orderBy('created_at', 'desc').orderBy('id').limit(50).execute();
  return rows.map(({ payload, ...row }) => ({ row, mail: mailChannel.payload.parse(payload) })).map(({ row, mail }) => ({
    id: row.id,
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
  }));
}
