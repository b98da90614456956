import type { Request, Response } from 'express';
import { actingOf, type RequestActing } from '../acting';
import type { Locale, Viewer } from '../actor';
import { recordAudit } from '../audit';
import { localeFromHeader, translator } from '../i18n/messages';
import type { Resources } from '../resources';
import type { Context, Door, KeptContext, Route } from './define-route';
import { personOf, type Authenticated, type DeviceActor, type TenantActor } from './principals';
import { isThisMachine } from './this-machine';

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
}

export function contextOf({ route, exchange, resources, chosenLocale }: ContextInput): AnyContext {
  const { request, now, authenticated, door } = exchange;
  const who = personOf(authenticated);
  const actor = who?.actor ?? null;
  const device = authenticated.credential === 'deviceKey' ? authenticated.device : null;
  const tenant = authenticated.credential === 'tenantToken' ? authenticated.tenant : null;
  const locale = actor?.locale ?? chosenLocale ?? localeFromHeader(request.headers['accept-language']);
  const from = { requestId: String(request.id), ip: request.ip ?? '', userAgent: (request.headers['user-agent'] ?? '').slice(0, 300) };
  return {
    resources,
    access: route.access,
    db: resources.database.db,
    now,
    locale,
    t: translator(locale),
    ...from,
    fromThisMachine: isThisMachine(request.socket.remoteAddress, request.headers),
    url: request.originalUrl,
    log: request.log,
    actor,
    door,
    device,
    tenant,
    waits: { privacy: who?.privacyAccepted === false, passwordReset: who?.passwordResetRequired === true && !who.actor.ssoUser },
    wantsJson: request.accepts(['html', 'json']) === 'json',
    ownNavigation: ['same-origin', 'none'].includes(String(request.headers['sec-fetch-site'])),
    ...actingOf(resources, { actor, device, access: route.access, now, ...from }),
    audit: (trx, change) =>
      recordAudit(trx, {
        ...change,
        organisationId: change.organisationId ?? actor?.organisation.id ?? device?.organisationId ?? tenant?.organisationId ?? 1,
        userId: actor?.userId ?? null,
        actor: actor?.login ?? (device ? `device ${device.deviceId}` : 'anonymous'),
        at: now,
        ...from,
      }),
  };
}

export const keptContextOf = (viewer: Viewer, { db, t, locale, url, log, resources }: AnyContext): KeptContext =>
  ({ viewer, db, t, locale, url, log, config: resources.config });
