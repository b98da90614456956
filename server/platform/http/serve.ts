import type { IncomingHttpHeaders } from 'node:http';
import { BlockList } from 'node:net';
import type { Request, Response } from 'express';
import { viewerOf, type Actor } from '../actor';
import { readAddress } from '../address';
import { minutesLeft } from '../client-view';
import { fail, Failure } from '../errors';
import type { Resources } from '../resources';
import { analyticsOf } from './analytics';
import { contextOf, keptContextOf, type AnyContext, type Exchange } from './context';
import type { Csrf } from './csrf';
import type { Context, Reply, Route } from './define-route';
import { doorOf, endWebSession, type DoorOptions } from './door';
import { asFailure } from './error-handler';
import { knownTo } from './guards';
import { freshKey, freshTag } from './kept-pages';
import type { Navigation } from './navigation';
import { formType } from './openapi';
import { checkOrigin } from './origin';
import { parseInput } from './parse';
import { actorIn, personOf, type Authenticated } from './principals';
import { wayBack, type ProofOfPerson } from './proof-of-person';
import type { RateLimits } from './rate-limits';
import type { LoggedActor } from './request-log';
import { allowAnalytics, send, sendPage, type Senders, type Sending } from './send';
import type { Surface } from './surface';

export interface ServeOptions extends DoorOptions, Senders {
  resources: Resources;
  csrf: Csrf;
  proofOfPerson: ProofOfPerson;
  rateLimits: RateLimits;
  pagesOf: Navigation['pagesOf'];
}

export interface Served {
  route: Route;
  surface: Surface;
  options: ServeOptions;
}

/** One request of one route, always in this order: authenticate, origin, access, read and parse, handle, send. */
export async function serve({ route, surface, options }: Served, request: Request, response: Response): Promise<void> {
  const now = options.resources.clock.now();
  if (route.answerType === 'text/csv') options.exportSlots.checkFree();
  const authenticated = await surface.authenticate(request, response, now);
  const door = doorOf(request, response, options);
  if (door.sessionId && authenticated.credential === 'none') await endWebSession(request);
  if (authenticated.credential === 'session') options.csrf.bind(request, authenticated.sessionId);
  response.locals.loggedActor = loggedActor(authenticated);
  const exchange: Exchange = { request, response, now, authenticated: knownTo(route, authenticated), door };
  response.locals.locale = actorIn(authenticated)?.locale;
  checkOrigin(request, surface.origins, { route, authenticated });

  if (route.thisMachineOnly && !isThisMachine(request.socket.remoteAddress, request.headers))
    throw fail.notFound('errors.notFound');
  if (route.perAddress) await options.rateLimits.take(route.perAddress, request.ip ?? '');
  const step = surface.guard(route, exchange);
  if (step.go === 'to') {
    response.setHeader('Cache-Control', 'no-store');
    if (step.enter) await door.enter(step.enter);
    return response.redirect(302, step.url);
  }
  const unproven = await missingProof(route, exchange, options);
  if (unproven) {
    if (route.kind === 'call') throw unproven;
    response.setHeader('Cache-Control', 'no-store');
    return response.redirect(303, options.proofOfPerson.askedAt(wayBack(route, request.params)));
  }
  const context = contextOf({
    route,
    exchange,
    resources: options.resources,
    chosenLocale: options.locale.read(request),
    pagesOf: options.pagesOf,
  });
  response.locals.locale = context.locale;
  await answer({ route, surface, options, exchange, context });
}

async function missingProof(
  { freshProof }: Route,
  { authenticated, now }: Exchange,
  { proofOfPerson }: Pick<ServeOptions, 'proofOfPerson'>,
): Promise<Failure | null> {
  const who = freshProof ? personOf(authenticated) : null;
  return who && proofOfPerson.missing(who.actor, now);
}

function loggedActor(authenticated: Authenticated): LoggedActor | undefined {
  switch (authenticated.credential) {
    case 'none':
    case 'endedView':
    case 'barred':
    case 'vendorToken':
      return undefined;
    case 'deviceKey':
      return { deviceId: authenticated.device.deviceId, organisationId: authenticated.device.organisationId };
    case 'tenantToken':
      return { organisationId: authenticated.tenant.organisationId };
    default:
      return loggedPerson(authenticated.who.actor);
  }
}

const loggedPerson = ({ userId, organisation, clientView }: Actor): LoggedActor => ({
  userId,
  organisationId: organisation.id,
  ...(clientView ? { actingUserId: clientView.by.userId } : {}),
});

interface Answering extends Served {
  exchange: Exchange;
  context: AnyContext;
}

async function answer(answering: Answering): Promise<void> {
  const {
    route,
    options,
    exchange: { request, response, now, authenticated, door },
    context,
  } = answering;
  const actor = actorIn(authenticated);
  const sending: Sending = { ...options, request, response, context, key: null };
  if (actor && route.unkept?.for(actor)) return send(await route.unkept.handle(context as Context), sending);
  const viewer = route.fresh && actor ? viewerOf(actor, now, route.fresh) : null;
  if (!viewer) return send(await replyOf(answering, context), sending);

  const key = freshKey({
    viewer,
    build: options.resources.build,
    url: request.originalUrl,
    accept: request.headers.accept ?? '',
  });
  const analytics = actor && route.kind === 'page' ? analyticsOf(options.resources.config, actor) : null;
  // What a page says once is on no page that the browser has, and must stay on none.
  if (door.turnedAway !== null) response.setHeader('Cache-Control', 'no-store');
  else if (
    isUnchanged(
      request,
      response,
      freshTag(key, keeperOf(authenticated, now), { theme: options.theme.read(request), analytics }),
    )
  ) {
    if (analytics) allowAnalytics(sending);
    response.status(304).end();
    return;
  }
  const kept = { ...sending, key };
  const fresh = async () => send(await replyOf(answering, keptContextOf(viewer, context)), kept);
  if (route.kind === 'call') return fresh();
  const content = await options.keptPages.get(key);
  return content ? sendPage(content, kept) : options.keptPages.make(key, fresh);
}

/** Whose browser keeps the answer: a tag of somebody else's session is no tag of theirs. */
function keeperOf(authenticated: Authenticated, now: Date): string {
  if (authenticated.credential !== 'session') return authenticated.credential;
  const { clientView } = authenticated.who.actor;
  // The band says how many minutes are left.
  return clientView ? `${authenticated.sessionId} ${minutesLeft(clientView, now)}` : authenticated.sessionId;
}

function isUnchanged(request: Request, response: Response, tag: string): boolean {
  response.setHeader('ETag', tag);
  response.setHeader('Cache-Control', 'private, no-cache');
  return request.headers['if-none-match'] === tag;
}

async function replyOf(
  { route, surface, options, exchange: { request, authenticated }, context }: Answering,
  handed: unknown,
): Promise<Reply> {
  const known = authenticated.credential !== 'none';
  if (route.kind === 'call' && route.body && !route.upload && !route.crossSite) checkIsJson(request, route, surface);
  const read = await surface
    .readBody(request, route, known)
    .catch((error: unknown) => formWithoutFile(error, route, { request, context }));
  if ('kind' in read) return read;
  const { raw, files, discard } = read;
  try {
    if (route.kind === 'page' && route.method !== 'get') options.csrf.checkToken(Object.assign(request, { body: raw }));
    return await handled(route, { request, raw, files, handed });
  } catch (error) {
    const failure = asFailure(error);
    if (
      !route.again ||
      !(failure instanceof Failure) ||
      failure.status >= 500 ||
      failure.status === 404 ||
      failure.code === 'errors.crossSite'
    )
      throw error;
    return route.again(failure, asText({ ...raw, ...request.params }), context as never);
  } finally {
    await discard();
  }
}

/** A file that is too large is said on the page of its form, with what stood before it there. */
async function formWithoutFile(
  error: unknown,
  route: Route,
  { request, context }: Pick<Exchange, 'request'> & { context: AnyContext },
): Promise<Reply> {
  const failure = asFailure(error);
  if (!route.upload || !route.again || failure?.status !== 413) throw error;
  const typed = asText({ ...(request.body as Record<string, unknown> | undefined), ...request.params });
  const shown = await route.again(failure, typed, context as never);
  return shown.kind === 'page' ? { ...shown, status: failure.status } : shown;
}

interface Handling {
  request: Request;
  raw: Record<string, unknown>;
  files: Awaited<ReturnType<Surface['readBody']>>['files'];
  handed: unknown;
}

async function handled(route: Route, { request, raw, files, handed }: Handling): Promise<Reply> {
  const { _csrf, ...form } = raw;
  const input = {
    params: parseInput(route.params, request.params, 'params'),
    query: parseInput(route.query, withoutEmpty(request.query), 'query'),
    body: parseInput(route.body, route.kind === 'page' ? form : raw, 'body'),
    files,
  };
  if (!route.organisationIn) return route.handle(input as never, handed as never);
  const { organisationId, ...own } = input[route.organisationIn] as { organisationId?: number };
  const acting = await (handed as AnyContext).actingIn(organisationId);
  return route.handle(
    { ...input, [route.organisationIn]: own } as never,
    { ...(handed as AnyContext), acting } as never,
  );
}

/** A form can be sent by any page; only JSON makes a browser ask first whether it may. @throws 415 */
function checkIsJson(request: Request, { formToo, access }: Route, { jsonTypes }: Surface): void {
  const types = formToo && access === 'public' ? [...jsonTypes, formType] : [...jsonTypes];
  if (request.headers['content-type'] !== undefined && request.is(types) === false)
    throw fail.unsupported('errors.unsupportedType');
}

/** A GET form sends every field; an empty one means that it was not filled in. */
function withoutEmpty(query: Request['query']): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}

function asText(typed: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(typed).flatMap(([name, value]): [string, string][] => {
      if (typeof value === 'string') return [[name, value]];
      // Ticks of one name: their values are ids and words of ours, and hold no comma.
      return Array.isArray(value) && value.every((one) => typeof one === 'string') ? [[name, value.join(',')]] : [];
    }),
  );
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

const isLoopback = (text: string) => {
  const address = readAddress(text);
  return address !== null && loopback.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
};

/** Whoever a proxy on this machine speaks for is a stranger, whether the proxy is trusted or not. */
export function isThisMachine(peer: string | undefined, headers: IncomingHttpHeaders): boolean {
  const named = [headers['x-forwarded-for'] ?? []].flat().flatMap((line) => line.split(','));
  return headers.forwarded === undefined && [peer ?? '', ...named].every(isLoopback);
}
