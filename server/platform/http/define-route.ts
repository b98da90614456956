import type { CookieOptions, RequestHandler } from 'express';
import type { ReactElement } from 'react';
import { z, type ZodObject, type ZodType } from 'zod';
import type { Config } from '../../config';
import type { Acting, ActingPersonally, RequestActing } from '../acting';
import type { Actor, Locale, Viewer } from '../actor';
import type { ClientScope } from '../client-scopes.contract';
import type { Db } from '../db/database';
import type { Failure } from '../errors';
import type { Flag } from '../feature-flags.rules';
import type { Translate } from '../i18n/messages';
import type { Log } from '../log';
import type { Access } from '../permissions';
import type { Resources } from '../resources';
import type { CsvFile } from '../table/csv';
import type { Visitor } from '../visitor';
import type { DeviceActor, TenantActor } from './principals';
import type { Limit } from './rate-limits';
import type { Theme } from './theme-cookie';
import type { TurnedAway } from './turned-away-cookie';
import type { OwnGrant } from './web-session';

interface ContextCore {
  resources: Resources;
  /** What the route asks of whoever uses it. */
  access: RouteAccess;
  db: Db;
  now: Date;
  locale: Locale;
  t: Translate;
  /** Path and query as asked for. */
  url: string;
  log: Log;
  /** What stands between somebody signed in and the pages. */
  waits: { privacy: boolean; passwordReset: boolean };
  /** The one who asks prefers JSON to a page. */
  wantsJson: boolean;
  /** The person came from a page of this site, or typed the address; no other site sent them. */
  ownNavigation: boolean;
}

interface Visited {
  door: Door;
  visitor: Visitor;
  /** What the browser sent under this name. */
  cookie(name: string): string | null;
  /** The host name by which it was reached, in small letters and without a port. Whoever asks may say any: it is compared, and stands in no answer. */
  host: string;
  /** Of the browser's languages: ISO 3166-1 alpha-2; null where they name none. */
  region: string | null;
  /** Every page that the person may open, from the list that the menus are made of. */
  pages(): ListedPage[];
  /** The ways in that the route names. */
  waysIn: readonly string[];
  /** Runs middleware on this request, once what it needs is parsed. It answers nothing by itself. @throws what it refuses by */
  through(middleware: RequestHandler): Promise<void>;
}

/** What a handler of a given access knows. A public handler may still know who is signed in. */
export type Context<A extends RouteAccess = 'signed-in'> = ContextCore &
  (A extends 'device'
    ? { device: DeviceActor; acting: Acting }
    : A extends 'tenant'
      ? { tenant: TenantActor; acting: Acting }
      : A extends 'vendor'
        ? object
        : A extends 'public'
          ? Visited & { actor: Actor | null }
          : Visited & { actor: Actor; acting: ActingPersonally } & Pick<RequestActing, 'actingIn'>);

/** What the handler of a kept answer knows: nothing that its key does not hold, so that one person's answer cannot show another's name. */
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

/** A page that somebody may open, as menus and search name it. */
export interface ListedPage {
  href: string;
  label: string;
  /** What its menu is called; null for what stands in none. */
  menu: string | null;
  /** Of somebody's own account. */
  own: boolean;
  /** What can be set on it. */
  settings: string[];
}

/** How the identity wing lets somebody in or out of this browser. */
export interface Door {
  /** Where the web session says this browser is; null when nobody is signed in. */
  sessionId: string | null;
  /** @param grant what renews it from now on; one of this session that the browser has goes on otherwise */
  enter(sessionId: string, grant?: OwnGrant): Promise<void>;
  leave(): Promise<void>;
  /** The address that was asked for before signing in. */
  target: string | null;
  setTarget(url: string | null): void;
  /** What the next page in the shell says, once: why it is shown instead of another. */
  turnedAway: TurnedAway | null;
  turnAway(why: TurnedAway | null): void;
  /** The user name that this browser was asked to remember. */
  rememberedName: string | null;
  rememberName(name: string | null): void;
  /** The language of this browser's pages before the sign-in. */
  keepLocale(locale: Locale): void;
  /** null leaves the colours to the device. */
  keepTheme(theme: Theme | null): void;
}

/** A permission, a degree of being known, or a kind of credential. */
export type RouteAccess = Access | 'device' | 'tenant' | 'vendor';

/** What a route asks beside its access, where a permission does not say it all. */
export interface Condition {
  /** One English sentence for the API description. */
  says: string;
  holds(actor: Actor): boolean;
}

/** A page that is a program of its own: people may install it, and its script knows nobody who is signed in. */
interface InstalledApp {
  /** Path of its module below `client/`, without `.app.ts`. */
  id: string;
  /** Address of its web app manifest. */
  manifest: string;
}

/** Beside the body, an answer may set headers and cookies. */
interface Additions {
  headers?: Record<string, string>;
  cookies?: { name: string; value: string | null; options: CookieOptions }[];
}

export type Reply = Additions &
  (
    | {
        kind: 'page';
        element: ReactElement;
        title: string;
        status?: number;
        layout?: 'shell' | 'bare' | 'alone';
        locale?: Locale;
        wide?: boolean;
        secure?: boolean;
        sentence?: string;
        captcha?: boolean;
        formTo?: string;
        app?: InstalledApp;
        constant?: string;
      }
    | { kind: 'json'; body: unknown; status?: number; type?: string }
    | { kind: 'redirect'; to: string; /** Another than 303, where a published protocol names it. */ status?: 302 }
    | { kind: 'csv'; file: CsvFile }
    | { kind: 'frame'; name: string }
    | { kind: 'bytes'; type: string; name?: string; pieces: AsyncGenerator<string | Uint8Array> }
    | { kind: 'text'; text: string; type?: string | undefined }
    | { kind: 'image'; type: string; content: Uint8Array }
    | { kind: 'empty' }
  );

type Parsed<S> = S extends ZodType ? z.infer<S> : Record<never, never>;

/** Who may use a route beside people in a session, with the rights that it asks of everybody. */
interface Opens {
  /** Programs, by a token that was made for them: somebody's own, or their tenant's. */
  programs?: true;
  /** Clients of the OAuth server to which somebody granted one of these scopes. */
  scopes?: readonly ClientScope[];
}

type Kept = 'data' | 'siteDays';
type Fresh = Kept | undefined;

/** Who may come beside people in a session, and by what. */
interface Credentials {
  /** How often one address, or network, may come; more often it is answered 429. */
  perAddress?: Limit;
  condition?: Condition;
  /** There only for organisations for which it is not switched off, that which is acted in among them. */
  flag?: Flag;
  /** Nowhere for whoever does not sit at the machine that the server runs on. */
  thisMachineOnly?: true;
  /** The ways by which its handler lets somebody in; each is a strategy of the identity wing. */
  wayIn?: string | readonly string[];
  /** May be used before the privacy policy is accepted or a forced password reset is done. */
  early?: boolean;
  /** Closed to a client view, whatever the viewed person may: it is theirs alone, or opens or closes an account. See also `closedRights`. */
  notInClientView?: true;
  /** What is said of nobody else is closed to them, whatever they may: without it a route is for people in a session alone. */
  opens?: Opens;
  /** Only for whoever has just proved to be themselves; of a page the address to which the question leads back. */
  freshProof?: boolean | `/${string}`;
  /** Open to the back-end clients of the installation, too. */
  vendorToo?: true;
  /** Another site's form may post here: what it brings proves itself, and no cookie counts. */
  crossSite?: true;
}

/** What is read of a body, beyond JSON or a form of the usual size. */
interface Reading {
  /** Takes a form with files. */
  upload?: { maxBytes: number };
  /** For a body beyond the usual 100 KB; `compressed`: also packed by gzip or deflate, bounded by what it expands to. */
  largestBody?: { bytes: number; compressed?: boolean };
  /** For a body of a stranger beyond the usual 16 KB, of a public route. */
  strangersBody?: { bytes: number };
  /** A public call that takes the fields of a form beside JSON: of those, the origin is asked whoever comes. */
  formToo?: true;
}

/** Of a call, for the API description. */
interface Described {
  /** Schema of the JSON answer; none for an empty answer or a CSV. */
  answer?: ZodType;
  /** What the description says of the rows that the body's schema leaves open. */
  describedBody?: ZodType;
  /** What else than JSON is answered. */
  answerType?: 'text/csv' | 'application/json' | 'none';
}

/** Of a page. */
interface Walked {
  /** The addresses at which the browser tests look at it, instead of its path or that of its example; none where it leads elsewhere. */
  walk?: readonly string[];
}

interface Address {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Required, so that nobody forgets to answer who may. */
  access: RouteAccess;
}

/** Another answer for whoever is shown more than their own organisation; it is never kept. */
interface Unkept {
  for(actor: Actor): boolean;
  handle(context: Context): Promise<Reply> | Reply;
}

interface RouteSpec<A extends RouteAccess, P, Q, B, F extends Fresh> extends Address, Credentials, Reading {
  path: `/${string}`;
  /** The surface that answers it; pages and REST calls have theirs by themselves. */
  surface?: string;
  access: A;
  params?: P;
  query?: Q;
  body?: B;
  /**
   * `data`: answered 304, and kept for others who see the same, until the organisation's data version or what the viewer may see
   * changes. `siteDays`: until a day may have begun at some site, too.
   */
  fresh?: F;
  unkept?: F extends Kept ? Unkept : never;
  handle(
    input: { params: Parsed<P>; query: Parsed<Q>; body: Parsed<B>; files: UploadedFile[] },
    context: F extends Kept ? KeptContext : Context<A>,
  ): Promise<Reply> | Reply;
}

export interface UploadedFile {
  field: string;
  name: string;
  path: string;
  bytes: number;
}

interface PageSpec<A extends RouteAccess, P, Q, B, F extends Fresh> extends RouteSpec<A, P, Q, B, F>, Walked {
  /** Shows the form again, with what was typed, what its address names, and status 422, when the input or the use case was refused. */
  again?(failure: Failure, typed: Record<string, string>, context: Context<A>): Promise<Reply> | Reply;
}

interface CallSpec<A extends RouteAccess, P, Q, B, F extends Fresh> extends RouteSpec<A, P, Q, B, F>, Described {
  /** One sentence for the API description. */
  summary: string;
  /** May name an organization that the person reaches as `organisationId`, in the query of a GET or else in the body: `acting` is in that one. */
  anyOrganisation?: F extends Kept ? never : true;
}

/** A route after its types have done their work; `serve.ts` gives each handler what its access promises. */
export interface Route extends Address, Credentials, Reading, Described, Walked {
  kind: 'page' | 'call';
  surface: string;
  path: string;
  params?: ZodType;
  query?: ZodType;
  body?: ZodType;
  /** Which part may name an organisation. */
  organisationIn?: 'query' | 'body';
  summary?: string;
  fresh?: Kept;
  unkept?: Unkept;
  handle(input: never, context: never): Promise<Reply> | Reply;
  again?(failure: Failure, typed: Record<string, string>, context: never): Promise<Reply> | Reply;
}

/** A page: HTML for people, behind the page guards. */
export function definePage<
  A extends RouteAccess,
  P = undefined,
  Q = undefined,
  B = undefined,
  F extends Fresh = undefined,
>(spec: PageSpec<A, P, Q, B, F>): Route {
  return { kind: 'page', surface: 'pages', ...spec } as unknown as Route;
}

/** A call: JSON for programs, under `/rest/v1` unless it names another surface, described in the OpenAPI document. */
export function defineCall<
  A extends RouteAccess,
  P = undefined,
  Q = undefined,
  B = undefined,
  F extends Fresh = undefined,
>(spec: CallSpec<A, P, Q, B, F>): Route {
  const route = { kind: 'call', surface: 'rest', ...spec } as unknown as Route;
  return spec.anyOrganisation ? { ...route, ...withOrganisation(route) } : route;
}

/** The same routes, there only where the flag is on. Public ones stay as they are: nobody's organisation has switched them off. */
export const underFlag = (flag: Flag, routes: readonly Route[]): Route[] =>
  routes.map((route) => (route.access === 'public' ? route : { ...route, flag }));

const organisation = {
  query: { organisationId: z.coerce.number().int().positive().optional() },
  body: { organisationId: z.int().positive().optional() },
};

function withOrganisation(route: Route): Pick<Route, 'query' | 'body' | 'organisationIn'> {
  const part = route.method === 'get' ? 'query' : 'body';
  const own = (route[part] ?? z.strictObject({})) as ZodObject;
  return { [part]: own.safeExtend(organisation[part]), organisationIn: part };
}

interface PageReply {
  title: string;
  status?: number;
  /** `alone`: nothing but the page, for a screen on a wall or for paper. */
  layout?: 'shell' | 'bare' | 'alone';
  /** Of the page, where that is not the reader's. */
  locale?: Locale;
  /** A bare page for reading instead of filling in. */
  wide?: boolean;
  /** A bare page's sentence under its title. */
  sentence?: string;
  /** Internal tools, also where no menu leads to them. */
  secure?: boolean;
  /** The captcha provider checks its form, where there is one: only such a page may load anything of it. */
  captcha?: boolean;
  /** The origin of another site that a form of this page posts to. */
  formTo?: string;
  /** Stands in place of what other pages gain from scripts. */
  app?: InstalledApp;
  /** The name of a page that hangs on nothing but the language: it is rendered once in each. */
  constant?: string;
}

async function* whole(content: Uint8Array) {
  yield content;
}

export const reply = {
  page: (element: ReactElement, options: PageReply): Reply => ({ kind: 'page', element, ...options }),
  json: (body: unknown, status?: number, additions: Additions & { type?: string } = {}): Reply => ({
    kind: 'json',
    body,
    status,
    ...additions,
  }),
  redirect: (to: string, additions: Additions & { status?: 302 } = {}): Reply => ({
    kind: 'redirect',
    to,
    ...additions,
  }),
  csv: (file: CsvFile): Reply => ({ kind: 'csv', file }),
  /** A legacy page of the build, for our own frame. */
  frame: (name: string): Reply => ({ kind: 'frame', name }),
  /** A download, or a stream, that goes through the same slots as CSV. With a `name` it is saved under it. */
  bytes: (type: string, content: Uint8Array | AsyncGenerator<string | Uint8Array>, name?: string): Reply => ({
    kind: 'bytes',
    type,
    pieces: content instanceof Uint8Array ? whole(content) : content,
    name,
  }),
  /** Plain text, unless it is of another type. */
  text: (text: string, type?: string): Reply => ({ kind: 'text', text, type }),
  image: (type: string, content: Uint8Array): Reply => ({ kind: 'image', type, content }),
  /** When this is done, there is nothing to say. */
  async empty(done?: Promise<void>, additions: Additions = {}): Promise<Reply> {
    await done;
    return { kind: 'empty', ...additions };
  },
};
