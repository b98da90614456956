import type { Request, Response } from 'express';
import { actingOf, type RequestActing } from '../acting';
import type { Locale, Viewer } from '../actor';
import { localeFromHeader, translator } from '../i18n/messages';
import { regionFromHeader } from '../i18n/region.rules';
import type { Resources } from '../resources';
import { visitorOf, type Visitor } from '../visitor';
import type { Context, Door, KeptContext, Route } from './define-route';
import { hostCookie } from './host-cookie';
import type { Navigation } from './navigation';
import { actorIn, personOf, type Authenticated, type DeviceActor, type TenantActor } from './principals';
import { through } from './through';

export interface Exchange {
  request: Request;
  response: Response;
  now: Date;
  authenticated: Authenticated;
  door: Door;
}

/** What every kind of handler may find in its context; the types of the routes give each no more than its access promises. */
export type AnyContext = Context<'public'> & RequestActing & { device: DeviceActor | null; tenant: TenantActor | null };

interface ContextInput {
  route: Route;
  exchange: Exchange;
  resources: Resources;
  /** The language that was chosen in this browser before signing in. */
  chosenLocale: Locale | null;
  pagesOf: Navigation['pagesOf'];
}

export function contextOf({ route, exchange, resources, chosenLocale, pagesOf }: ContextInput): AnyContext {
  const { request, response, now, authenticated, door } = exchange;
  const who = personOf(authenticated);
  const actor = actorIn(authenticated);
  const device = authenticated.credential === 'deviceKey' ? authenticated.device : null;
  const tenant = authenticated.credential === 'tenantToken' ? authenticated.tenant : null;
  const locale = actor?.locale ?? chosenLocale ?? localeFromHeader(request.headers['accept-language']);
  const behind = actor?.clientView
    ? { userId: actor.clientView.by.userId, login: actor.clientView.by.login }
    : undefined;
  const from = { behind, ...comingBy(request) };
  const { log } = request;
  const { db } = resources.database;
  const ways = actingOf(resources, {
    actor,
    device,
    tenant,
    access: route.access,
    flag: route.flag,
    keptOutOf: who?.scopes ? undefined : who?.keptOutOf,
    now,
    ...from,
  });
  const cookie = cookiesOf(request, resources);
  const t = translator(locale);
  return {
    resources,
    access: route.access,
    db,
    now,
    locale,
    t,
    url: request.originalUrl,
    log,
    actor,
    door,
    cookie,
    host: (request.hostname ?? '').toLowerCase(),
    region: regionFromHeader(request.headers['accept-language']),
    waysIn: [route.wayIn ?? []].flat(),
    through: (middleware) => through(middleware, request, response),
    pages: () => (actor ? pagesOf(actor, t) : []),
    device,
    tenant,
    waits: {
      privacy: who?.privacyAccepted === false,
      passwordReset: who?.passwordResetRequired === true && !who.actor.ssoUser,
    },
    wantsJson: request.accepts(['html', 'json']) === 'json',
    ownNavigation: ['same-origin', 'none'].includes(String(request.headers['sec-fetch-site'])),
    ...ways,
    visitor: visitorOf({ ...from, acting: ways.acting, now, db, jobs: resources.jobs, log, cookie }),
  };
}

const cookiesOf =
  (request: Request, { config }: Resources) =>
  (name: string) =>
    (request.cookies as Record<string, string> | undefined)?.[hostCookie(name, config)] ?? null;

const comingBy = (request: Request) => ({
  requestId: String(request.id),
  ip: request.ip ?? '',
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
});

/** Whoever makes a request, before it is known who that is. */
export function strangerOf(request: Request, now: Date, resources: Resources): Visitor {
  const {
    database: { db },
    jobs,
  } = resources;
  return visitorOf({
    ...comingBy(request),
    acting: null,
    now,
    db,
    jobs,
    log: request.log,
    cookie: cookiesOf(request, resources),
  });
}

export const keptContextOf = (viewer: Viewer, { db, t, locale, url, log, resources }: AnyContext): KeptContext => ({
  viewer,
  db,
  t,
  locale,
  url,
  log,
  config: resources.config,
});
