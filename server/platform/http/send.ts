import { pipeline } from 'node:stream/promises';
import type { Request, Response, RequestHandler } from 'express';
import { z } from 'zod';
import type { MenuMark } from '../../../views/layout/navigation';
import { scopeOf, type Actor } from '../actor';
import type { MenuId, MenuStatus } from '../feature';
import { covers } from '../permissions';
import { contentDisposition, csvPieces } from '../table/csv';
import { analyticsOf } from './analytics';
import type { AnyContext } from './context';
import type { Reply } from './define-route';
import type { ExportSlots } from './export-slots';
import { hostCookie } from './host-cookie';
import type { KeptPages } from './kept-pages';
import { isShelled, type createPageRenderer, type PageContent } from './page';
import { formPolicy } from './security-headers';
import type { Theme, themeCookie } from './theme-cookie';

export interface Senders {
  menuStatuses: readonly MenuStatus[];
  /** Sets the policy of a page that carries the analytics container. */
  analyticsPolicy: RequestHandler;
  /** Sets that of a page whose form the captcha provider checks; null where there is none. */
  captchaPolicy: RequestHandler | null;
  keptPages: KeptPages;
  exportSlots: ExportSlots;
  pages: Pick<ReturnType<typeof createPageRenderer>, 'content' | 'frame'>;
  framePage(name: string, theme: Theme | null): string;
  theme: ReturnType<typeof themeCookie>;
}

export interface Sending extends Senders {
  request: Request;
  response: Response;
  context: AnyContext;
  /** Of a `fresh` answer to somebody signed in. */
  key: string | null;
}

/** To be said with every answer for such a page: with a 304, a browser takes the headers for those of the page that it has. */
export const allowAnalytics = ({ request, response, analyticsPolicy }: Sending) =>
  analyticsPolicy(request, response, () => undefined);

export async function sendPage(content: PageContent, sending: Sending): Promise<void> {
  const { request, response, pages, context, menuStatuses } = sending;
  const { actor } = context;
  const counted = actor?.restriction ? await context.resources.reach.countSeen(context.db, scopeOf(actor)) : null;
  const marks = await menuMarks(menuStatuses, context);
  // A page without the menus may have a secret in its address.
  const analytics = isShelled(content) && actor ? analyticsOf(context.resources.config, actor) : null;
  if (analytics) allowAnalytics(sending);
  else if (content.captcha) sending.captchaPolicy?.(request, response, () => undefined);
  else if (content.formTo)
    formPolicy(context.resources.config.secure, content.formTo)(request, response, () => undefined);
  response
    .status(content.status ?? 200)
    .type('html')
    .send(pages.frame(content, { actor, counted, marks, analytics, request, response, context }));
}

export async function send(reply: Reply, sending: Sending): Promise<void> {
  const { response, context, key } = sending;
  // What went wrong must not be answered with 304 afterwards.
  const failed = 'status' in reply && (reply.status ?? 200) >= 400;
  if (failed) response.removeHeader('ETag');
  if (key === null || failed) response.setHeader('Cache-Control', 'no-store');
  add(reply, response, sending.context.resources.config);
  switch (reply.kind) {
    case 'page': {
      const content = sending.pages.content(reply, context.locale);
      if (key !== null && !failed) sending.keptPages.set(key, content);
      return sendPage(content, sending);
    }
    case 'json':
      response.status(reply.status ?? 200);
      if (reply.type) response.type(reply.type).send(JSON.stringify(reply.body));
      else response.json(reply.body);
      return;
    case 'redirect':
      return response.redirect(reply.status ?? 303, reply.to);
    case 'frame':
      response.type('html').send(sending.framePage(reply.name, sending.theme.read(sending.request)));
      return;
    case 'text':
      response.type(reply.type ?? 'text/plain').send(reply.text);
      return;
    case 'image':
      response.type(reply.type).send(Buffer.from(reply.content));
      return;
    case 'empty':
      response.status(204).end();
      return;
    case 'csv':
      return download(sending, {
        type: 'text/csv; charset=utf-8',
        name: reply.file.name,
        pieces: csvPieces(reply.file),
      });
    case 'bytes':
      return download(sending, reply);
  }
}

function add(
  { headers = {}, cookies = [] }: Pick<Reply, 'headers' | 'cookies'>,
  response: Response,
  config: { secure: boolean },
): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  for (const { name, value, options } of cookies) {
    if (value === null) response.clearCookie(hostCookie(name, config), options);
    else response.cookie(hostCookie(name, config), value, options);
  }
}

interface Download {
  type: string;
  name?: string;
  pieces: AsyncGenerator<string | Uint8Array>;
}

function download({ response, context, exportSlots }: Sending, { type, name, pieces }: Download): Promise<void> {
  const owner = { person: context.actor?.userId ?? 0, organisation: context.actor?.organisation.id ?? 0 };
  return exportSlots.run(owner, pieces, async (made) => {
    response.type(type);
    if (name !== undefined) response.setHeader('Content-Disposition', contentDisposition(name));
    await pipeline(made, response);
  });
}

const named = z.coerce.number().int().positive();

/** What somebody sees and may in the organisation that the address names, else in their own; null where they reach none such. */
async function lookingAt(actor: Actor, { db, url, resources }: AnyContext) {
  const asked = named.safeParse(new URL(url, 'http://tare.invalid').searchParams.get('organisationId'));
  if (!asked.success || asked.data === actor.organisation.id)
    return { scope: scopeOf(actor), permissions: actor.permissions };
  return resources.reach.ofActor(db, actor, asked.data);
}

/** What the menus tell a person on this page. Nothing is asked of the database for who may know none of it. */
export async function menuMarks(
  statuses: readonly MenuStatus[],
  context: AnyContext,
): Promise<Partial<Record<MenuId, MenuMark>>> {
  const { actor, db, t, locale } = context;
  const possible = actor ? statuses.filter(({ access }) => covers(actor.permissions, access)) : [];
  const seen = actor && possible.length > 0 ? await lookingAt(actor, context) : null;
  if (!seen) return {};
  const marks = await Promise.all(
    possible
      .filter(({ access }) => covers(seen.permissions, access))
      .map(async ({ menu, read }) => [menu, await read(db, seen.scope, { t, locale })] as const),
  );
  return Object.fromEntries(marks.flatMap(([menu, mark]) => (mark ? [[menu, mark]] : [])));
}
