import { pipeline } from 'node:stream/promises';
import type { Express, NextFunction, Request, Response } from 'express';
import { viewerOf, type Locale, type Viewer } from '../actor';
import { recordAudit } from '../audit';
import { fail, Failure } from '../errors';
import { localeFromHeader, translator } from '../i18n/messages';
import type { Resources } from '../resources';
import { contentDisposition, csvPieces } from '../table/csv';
import type { Csrf } from './csrf';
import type { Context, DeviceActor, Door, KeptContext, Reply, Route } from './define-route';
import { asFailure } from './error-handler';
import { createExportSlots, type ExportSlots } from './export-slots';
import { guardPage, type Authentication } from './guards';
import { createKeptPages, freshKey, freshTag, type KeptPages } from './kept-pages';
import type { createPageRenderer, PageContent } from './page';
import { parseInput } from './parse';
import type { LoggedActor } from './request-log';
import { readUpload } from './upload';
import { sessionCookie, sessionCookieOptions } from './web-session';

export const callPrefix = '/rest/v1';

export interface MountOptions {
  resources: Resources;
  csrf: Csrf;
  authenticate(sessionId: string, now: Date): Promise<Authentication | null>;
  authenticateDevice(key: string): Promise<DeviceActor | null>;
  target: { read(request: Request): string | null; write(response: Response, url: string | null): void };
  /** The language that somebody chose before signing in. */
  chosenLocale(request: Request): Locale | null;
  rememberedName: { read(request: Request): string | null; write(response: Response, name: string | null): void };
  framePage(name: string): string;
  pages: Pick<ReturnType<typeof createPageRenderer>, 'content' | 'frame'>;
}

/** Gives each declared route its place in Express, always in the order session, CSRF, access, parse, handle. */
export function mountRoutes(app: Express, routes: Route[], options: MountOptions): void {
  const methods = new Map<string, Set<string>>();
  const shared = { keptPages: createKeptPages(), exportSlots: createExportSlots() };
  for (const route of routes) {
    const path = addressOf(route);
    methods.set(path, (methods.get(path) ?? new Set()).add(route.method));
    app[route.method](path, (request, response, next) => serve(route, { ...options, ...shared }, { request, response, next }));
  }
  for (const [path, known] of methods) {
    app.all(path, (_request, response) => {
      response.setHeader('Allow', [...known].map((method) => method.toUpperCase()).join(', '));
      throw fail.methodNotAllowed('errors.methodNotAllowed');
    });
  }
}

export const addressOf = (route: Pick<Route, 'kind' | 'path'>) => (route.kind === 'call' ? `${callPrefix}${route.path}` : route.path);

type Serving = MountOptions & { keptPages: KeptPages; exportSlots: ExportSlots };

interface Exchange {
  request: Request;
  response: Response;
  next: NextFunction;
}

async function serve(route: Route, options: Serving, { request, response }: Exchange): Promise<void> {
  const now = options.resources.clock.now();
  if (route.answerType === 'text/csv') options.exportSlots.checkFree();
  const door = doorOf(request, response, options);
  const who = door.sessionId && route.access !== 'device' ? await options.authenticate(door.sessionId, now) : null;
  if (door.sessionId && !who && route.access !== 'device') await endWebSession(request);

  const device = route.access === 'device' ? await deviceOf(request, options) : null;
  response.locals.loggedActor = loggedActor(who, device);
  if (route.kind === 'call') checkCallAccess(route, who);
  else {
    const step = guardPage({ route, url: request.originalUrl, target: door.target, who });
    if (step.clearTarget) door.setTarget(null);
    if (step.go === 'to') {
      if (step.remember) door.setTarget(request.originalUrl);
      response.setHeader('Cache-Control', 'no-store');
      return response.redirect(302, step.url);
    }
  }

  const context = contextOf({ route, request, options, now, who, door, device });
  response.locals.locale = context.locale;
  if (who && route.unkept?.for(who.actor)) return send(await route.unkept.handle(context as Context), { request, response, options, context, key: null });
  const viewer = route.fresh && who ? viewerOf(who.actor, now) : null;
  const key = viewer && freshKey({ viewer, build: options.resources.build, url: request.originalUrl, accept: request.headers.accept ?? '' });
  if (key !== null && who && isUnchanged(request, response, freshTag(key, who.actor.sessionId))) {
    response.status(304).end();
    return;
  }

  const handed = viewer ? keptContextOf(viewer, context) : context;
  const fresh = async () => send(await answer(route, options, { request, context: handed }), { request, response, options, context, key });
  if (key === null || route.kind === 'call') return fresh();
  const kept = await options.keptPages.get(key);
  return kept ? sendPage(kept, { request, response, options, context, key }) : options.keptPages.make(key, fresh);
}

function loggedActor(who: Authentication | null, device: DeviceActor | null): LoggedActor | undefined {
  if (who) return { userId: who.actor.userId, organisationId: who.actor.organisation.id };
  return device ? { deviceId: device.deviceId, organisationId: device.organisationId } : undefined;
}

function checkCallAccess(route: Route, who: Authentication | null): void {
  if (route.access === 'public' || route.access === 'device') return;
  if (!who) throw fail.signedOut('errors.signedOut');
  const waiting = !who.privacyAccepted || (who.passwordResetRequired && !who.actor.ssoUser);
  if (waiting && !route.early) throw fail.forbidden('errors.forbidden');
  if (route.access !== 'signed-in' && !who.actor.permissions.has(route.access)) throw fail.forbidden('errors.forbidden');
}

async function deviceOf(request: Request, options: MountOptions): Promise<DeviceActor> {
  const key = /^Bearer (\S{20,200})$/.exec(request.headers.authorization ?? '')?.[1];
  const device = key ? await options.authenticateDevice(key) : null;
  if (!device) throw fail.signedOut('errors.signedOut');
  return device;
}

const done = (work: (callback: (error?: unknown) => void) => void) =>
  new Promise<void>((resolve, reject) => work((error) => (error ? reject(error as Error) : resolve())));

/** The browser keeps its cookie: another of its requests may just have been given a new one under the same name. */
async function endWebSession(request: Request): Promise<void> {
  if (request.session) await done((callback) => request.session.destroy(callback));
}

function doorOf(request: Request, response: Response, options: MountOptions): Door {
  return {
    sessionId: request.session?.sessionId ?? null,
    target: options.target.read(request),
    setTarget(url) {
      this.target = url;
      options.target.write(response, url);
    },
    rememberedName: options.rememberedName.read(request),
    rememberName: (name) => options.rememberedName.write(response, name),
    // A new id at every sign-in (through the store: a session that just ended has no object of its own any more), saved before the answer leaves, so that the next request finds it.
    async enter(sessionId) {
      await done((callback) => request.sessionStore.regenerate(request, callback));
      request.session.sessionId = sessionId;
      await done((callback) => request.session.save(callback));
    },
    async leave() {
      await endWebSession(request);
      const { secure } = options.resources.config;
      response.clearCookie(sessionCookie(secure), sessionCookieOptions(secure));
    },
  };
}

interface ContextInput {
  route: Route;
  request: Request;
  options: MountOptions;
  now: Date;
  who: Authentication | null;
  door: Door;
  device: DeviceActor | null;
}

function contextOf({ route, request, options, now, who, door, device }: ContextInput): Context<'public'> & { device: DeviceActor | null } {
  const actor = who?.actor ?? null;
  const locale = actor?.locale ?? options.chosenLocale(request) ?? localeFromHeader(request.headers['accept-language']);
  const from = { requestId: String(request.id), ip: request.ip ?? '', userAgent: (request.headers['user-agent'] ?? '').slice(0, 300) };
  return {
    resources: options.resources,
    access: route.access,
    db: options.resources.database.db,
    now,
    locale,
    t: translator(locale),
    ...from,
    url: request.originalUrl,
    log: request.log,
    actor,
    door,
    device,
    waits: { privacy: who?.privacyAccepted === false, passwordReset: who?.passwordResetRequired === true && !who.actor.ssoUser },
    wantsJson: request.accepts(['html', 'json']) === 'json',
    ownNavigation: ['same-origin', 'none'].includes(String(request.headers['sec-fetch-site'])),
    audit: (trx, change) =>
      recordAudit(trx, {
        ...change,
        organisationId: change.organisationId ?? actor?.organisation.id ?? device?.organisationId ?? 1,
        userId: actor?.userId ?? null,
        actor: actor?.login ?? (device ? `device ${device.deviceId}` : 'anonymous'),
        at: now,
        ...from,
      }),
  };
}

const keptContextOf = (viewer: Viewer, { db, t, locale, url, log, resources }: Context<'public'>): KeptContext =>
  ({ viewer, db, t, locale, url, log, config: resources.config });

async function answer(route: Route, options: MountOptions, { request, context }: { request: Request; context: Context<'public'> | KeptContext }): Promise<Reply> {
  const upload = route.upload ? await readUpload(request, route.upload) : { fields: undefined, files: [], discard: async () => undefined };
  const raw = (upload.fields ?? request.body ?? {}) as Record<string, unknown>;
  try {
    if (route.kind === 'page' && route.method !== 'get') options.csrf.checkToken(Object.assign(request, { body: raw }));
  } catch (error) {
    await upload.discard();
    throw error;
  }
  try {
    if (route.kind === 'call' && route.body && !route.upload) checkIsJson(request);
    const { _csrf, ...form } = raw;
    const input = {
      params: parseInput(route.params, request.params, 'params'),
      query: parseInput(route.query, withoutEmpty(request.query), 'query'),
      body: parseInput(route.body, route.kind === 'page' ? form : (request.body ?? {}), 'body'),
      files: upload.files,
    };
    return await route.handle(input as never, context as never);
  } catch (error) {
    const failure = asFailure(error);
    if (!route.again || !(failure instanceof Failure) || failure.status >= 500 || failure.status === 404) throw error;
    return route.again(failure, asText(raw), context as never);
  } finally {
    await upload.discard();
  }
}

/** A form can be sent by any page; only JSON makes a browser ask first whether it may. @throws 415 */
function checkIsJson(request: Request): void {
  if (request.headers['content-type'] !== undefined && request.is('json') === false) throw fail.unsupported('errors.unsupportedType');
}

/** A GET form sends every field; an empty one means that it was not filled in. */
function withoutEmpty(query: Request['query']): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}

function asText(typed: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(typed).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function isUnchanged(request: Request, response: Response, tag: string): boolean {
  response.setHeader('ETag', tag);
  response.setHeader('Cache-Control', 'private, no-cache');
  return request.headers['if-none-match'] === tag;
}

interface SendInput {
  request: Request;
  response: Response;
  options: Serving;
  context: Context<'public'>;
  /** Of a `fresh` answer to somebody signed in. */
  key: string | null;
}

function sendPage(content: PageContent, { request, response, options, context }: SendInput): void {
  response.status(content.status ?? 200).type('html').send(options.pages.frame(content, { actor: context.actor, request, response, context }));
}

async function send(reply: Reply, input: SendInput): Promise<void> {
  const { response, options, context, key } = input;
  // What went wrong must not be answered with 304 afterwards.
  const failed = 'status' in reply && (reply.status ?? 200) >= 400;
  if (failed) response.removeHeader('ETag');
  if (key === null || failed) response.setHeader('Cache-Control', 'no-store');
  switch (reply.kind) {
    case 'page': {
      const content = options.pages.content(reply, context.locale);
      if (key !== null && !failed) options.keptPages.set(key, content);
      sendPage(content, input);
      return;
    }
    case 'json':
      response.status(reply.status ?? 200).json(reply.body);
      return;
    case 'redirect':
      response.redirect(303, reply.to);
      return;
    case 'document':
      response.type('html').send(reply.html);
      return;
    case 'frame':
      response.status(reply.status).type('html').send(options.framePage(reply.name));
      return;
    case 'empty':
      response.status(204).end();
      return;
    case 'csv':
      await options.exportSlots.run(context.actor?.sessionId ?? '', csvPieces(reply.file), async (pieces) => {
        response.type('text/csv; charset=utf-8').setHeader('Content-Disposition', contentDisposition(reply.file.name));
        await pipeline(pieces, response);
      });
      return;
    case 'stream':
      response.type(reply.type);
      await pipeline(reply.stream, response);
  }
}
