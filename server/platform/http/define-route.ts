import type { Readable } from 'node:stream';
import type { ReactElement } from 'react';
import type { z, ZodType } from 'zod';
import type { Config } from '../../config';
import type { Actor, Locale, Viewer } from '../actor';
import type { Change } from '../audit';
import type { Db, Trx } from '../db/database';
import type { Failure } from '../errors';
import type { Translate } from '../i18n/messages';
import type { Log } from '../log';
import type { Resources } from '../resources';
import type { Access } from '../permissions';
import type { CsvFile } from '../table/csv';

export interface DeviceActor {
  organisationId: number;
  deviceId: number;
  locationId: number | null;
}

interface ContextCore {
  resources: Resources;
  /** What the route asks of whoever uses it. */
  access: RouteAccess;
  db: Db;
  now: Date;
  locale: Locale;
  t: Translate;
  requestId: string;
  /** Path and query as asked for. */
  url: string;
  ip: string;
  userAgent: string;
  log: Log;
  /** What stands between somebody signed in and the pages. */
  waits: { privacy: boolean; passwordReset: boolean };
  /** The one who asks prefers JSON to a page. */
  wantsJson: boolean;
  /** The person came from a page of this site, or typed the address; no other site sent them. */
  ownNavigation: boolean;
  /** Writes the audit row of this request's actor, in the use case's transaction. */
  audit(trx: Trx, change: Change & { /** Where it is not the actor's own. */ organisationId?: number }): Promise<void>;
}

/** What a handler of a given access knows. A public handler may still know who is signed in. */
export type Context<A extends RouteAccess = 'signed-in'> = ContextCore &
  (A extends 'device' ? { device: DeviceActor } : A extends 'public' ? { actor: Actor | null; door: Door } : { actor: Actor; door: Door });

/** What the handler of a kept answer knows: nothing that its key does not hold, so that one person's answer can not show another's name. */
export interface KeptContext {
  viewer: Viewer;
  db: Db;
  t: Translate;
  locale: Locale;
  /** Path and query as asked for; part of the key. */
  url: string;
  log: Log;
  config: Pick<Config, 'helpUrl'>;
}

/** How the identity wing lets somebody in or out of this browser. */
export interface Door {
  /** Where the web session says this browser is; null when nobody is signed in. */
  sessionId: string | null;
  enter(sessionId: string): Promise<void>;
  leave(): Promise<void>;
  /** The address that was asked for before signing in. */
  target: string | null;
  setTarget(url: string | null): void;
  /** The user name that this browser was asked to remember. */
  rememberedName: string | null;
  rememberName(name: string | null): void;
}

export type RouteAccess = Access | 'device';

export type Reply =
  | { kind: 'page'; element: ReactElement; title: string; status?: number; layout?: 'shell' | 'bare'; wide?: boolean; sentence?: string }
  | { kind: 'json'; body: unknown; status?: number }
  | { kind: 'redirect'; to: string }
  | { kind: 'csv'; file: CsvFile }
  | { kind: 'document'; html: string; frame?: boolean }
  | { kind: 'frame'; name: string; status: number }
  | { kind: 'stream'; type: string; stream: Readable }
  | { kind: 'empty' };

type Parsed<S> = S extends ZodType ? z.infer<S> : Record<never, never>;

type Fresh = 'data' | undefined;

interface RouteSpec<A extends RouteAccess, P, Q, B, F extends Fresh> {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: `/${string}`;
  /** Required, so that nobody forgets to answer who may. */
  access: A;
  params?: P;
  query?: Q;
  body?: B;
  /** `data`: answered 304, and kept for others who see the same, until the organisation's data version or what the viewer may see changes. */
  fresh?: F;
  /** Whoever is shown more than their own organisation is answered by this one instead; its answer is never kept. */
  unkept?: F extends 'data' ? { for(actor: Actor): boolean; handle(context: Context): Promise<Reply> | Reply } : never;
  /** May be used before the privacy policy is accepted or a forced password reset is done. */
  early?: boolean;
  /** Keeps urlencoded and multipart bodies from being read before the handler does it by itself. */
  upload?: { maxBytes: number };
  handle(input: { params: Parsed<P>; query: Parsed<Q>; body: Parsed<B>; files: UploadedFile[] }, context: F extends 'data' ? KeptContext : Context<A>): Promise<Reply> | Reply;
}

export interface UploadedFile {
  field: string;
  name: string;
  path: string;
  bytes: number;
}

interface PageSpec<A extends RouteAccess, P, Q, B, F extends Fresh> extends RouteSpec<A, P, Q, B, F> {
  /** The addresses at which the browser tests look at it, instead of its path; none where it leads elsewhere or is reached from another page alone. */
  walk?: readonly string[];
  /** Shows the form again, with what was typed and status 422, when the input or the use case was refused. */
  again?(failure: Failure, typed: Record<string, string>, context: Context<A>): Promise<Reply> | Reply;
}

interface CallSpec<A extends RouteAccess, P, Q, B, F extends Fresh> extends RouteSpec<A, P, Q, B, F> {
  /** One sentence for the API description. */
  summary: string;
  /** Schema of the JSON answer; none for an empty answer or a CSV. */
  answer?: ZodType;
  /** What else than JSON is answered. */
  answerType?: 'text/csv' | 'application/json' | 'none';
}

/** A route after its types have done their work; the mounting in `mount.ts` gives each handler what its access promises. */
export interface Route {
  kind: 'page' | 'call';
  method: RouteSpec<RouteAccess, unknown, unknown, unknown, undefined>['method'];
  path: string;
  access: RouteAccess;
  params?: ZodType;
  query?: ZodType;
  body?: ZodType;
  answer?: ZodType;
  answerType?: CallSpec<RouteAccess, unknown, unknown, unknown, undefined>['answerType'];
  summary?: string;
  fresh?: 'data';
  unkept?: { for(actor: Actor): boolean; handle(context: Context): Promise<Reply> | Reply };
  early?: boolean;
  upload?: { maxBytes: number };
  walk?: readonly string[];
  handle(input: never, context: never): Promise<Reply> | Reply;
  again?(failure: Failure, typed: Record<string, string>, context: never): Promise<Reply> | Reply;
}

/** A page: HTML for people, behind the page guards. */
export function definePage<A extends RouteAccess, P = undefined, Q = undefined, B = undefined, F extends Fresh = undefined>(spec: PageSpec<A, P, Q, B, F>): Route {
  return { kind: 'page', ...spec } as unknown as Route;
}

/** A REST call under `/rest/v1`: JSON for programs, described in the OpenAPI document. */
export function defineCall<A extends RouteAccess, P = undefined, Q = undefined, B = undefined, F extends Fresh = undefined>(spec: CallSpec<A, P, Q, B, F>): Route {
  return { kind: 'call', ...spec } as unknown as Route;
}

interface PageReply {
  title: string;
  status?: number;
  layout?: 'shell' | 'bare';
  /** A bare page for reading instead of filling in. */
  wide?: boolean;
  /** A bare page's sentence under its title. */
  sentence?: string;
}

export const reply = {
  page: (element: ReactElement, options: PageReply): Reply => ({ kind: 'page', element, ...options }),
  json: (body: unknown, status?: number): Reply => ({ kind: 'json', body, status }),
  redirect: (to: string): Reply => ({ kind: 'redirect', to }),
  csv: (file: CsvFile): Reply => ({ kind: 'csv', file }),
  document: (html: string, options: { frame?: boolean } = {}): Reply => ({ kind: 'document', html, ...options }),
  /** A legacy page of the build, for our own frame. */
  frame: (name: string, status = 200): Reply => ({ kind: 'frame', name, status }),
  empty: (): Reply => ({ kind: 'empty' }),
};
