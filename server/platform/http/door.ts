import type { Request, RequestHandler, Response } from 'express';
import type { Config } from '../../config';
import type { Locale } from '../actor';
import { localeCodes } from '../i18n/messages';
import type { Door } from './define-route';
import { hostCookie } from './host-cookie';
import { keptCookie } from './kept-cookie';
import { targetCookie } from './target-cookie';
import { themeCookie } from './theme-cookie';
import { through } from './through';
import { turnedAwayCookie, type TurnedAway } from './turned-away-cookie';
import { sessionCookie, sessionCookieOptions, type OwnGrant } from './web-session';

export interface DoorOptions {
  config: Config;
  /** Runs only for who has to do with a session, never for a request that brings a token. */
  webSession: RequestHandler;
  /** Puts whom a session stands for into a new web session of another id, and saves that before it is over. */
  logIn(request: Request, entering: { sessionId: string; grant?: OwnGrant | undefined }): Promise<void>;
  target: { read(request: Request): string | null; write(response: Response, url: string | null): void };
  turnedAway: { read(request: Request): TurnedAway | null; write(response: Response, why: TurnedAway | null): void };
  locale: Pick<LocaleChoice, 'read' | 'write'>;
  theme: ReturnType<typeof themeCookie>;
  rememberedName: { read(request: Request): string | null; write(response: Response, name: string | null): void };
}

/** A door with all its cookies. */
export const doorOptions = (opening: Pick<DoorOptions, 'config' | 'webSession' | 'logIn'>) => ({
  ...opening,
  target: targetCookie(opening.config),
  turnedAway: turnedAwayCookie(opening.config),
  locale: localeChoice(opening.config),
  theme: themeCookie(opening.config),
  rememberedName: nameCookie(opening.config),
});

const done = (work: (callback: (error?: unknown) => void) => void) =>
  new Promise<void>((resolve, reject) => work((error) => (error ? reject(error as Error) : resolve())));

/** Finds the web session of this browser. @throws 503 where its store does not answer */
export async function openWebSession(
  request: Request,
  response: Response,
  { webSession }: Pick<DoorOptions, 'webSession'>,
): Promise<void> {
  if (!request.sessionStore) await through(webSession, request, response);
}

/** The browser keeps its cookie: another of its requests may just have been given a new one under the same name. */
export async function endWebSession(request: Request): Promise<void> {
  if (request.session) await done((callback) => request.session.destroy(callback));
}

/** A web session without a sign-in was never saved, so there is nothing to delete when another replaces it. */
function takeUnsaved(request: Request): void {
  const { session, sessionStore } = request;
  const regenerate: typeof session.regenerate = (callback) => {
    sessionStore.generate(request);
    callback(undefined);
    return request.session;
  };
  Object.defineProperty(session, 'regenerate', { value: regenerate });
}

export function doorOf(request: Request, response: Response, options: DoorOptions): Door {
  return {
    sessionId: request.session?.sessionId ?? null,
    target: options.target.read(request),
    setTarget(url) {
      this.target = url;
      options.target.write(response, url);
    },
    turnedAway: options.turnedAway.read(request),
    turnAway: (why) => options.turnedAway.write(response, why),
    rememberedName: options.rememberedName.read(request),
    rememberName: (name) => options.rememberedName.write(response, name),
    keepLocale: (locale) => options.locale.write(response, locale),
    keepTheme: (theme) => options.theme.write(response, theme),
    // A new id at every sign-in, saved before the answer leaves, so that the next request finds it.
    async enter(sessionId, given) {
      await openWebSession(request, response, options);
      const grant = given ?? request.session?.grant;
      // One that has just ended has no object of its own any more.
      if (!request.session) request.sessionStore.generate(request);
      if (request.session.sessionId === undefined) takeUnsaved(request);
      await options.logIn(request, { sessionId, grant });
    },
    async leave() {
      await endWebSession(request);
      const { secure } = options.config;
      response.clearCookie(sessionCookie(secure), sessionCookieOptions(secure));
    },
  };
}

const yearMs = 365 * 24 * 60 * 60 * 1000;
const asLocale = (value: unknown): Locale | null => localeCodes.find((code) => code === value) ?? null;

interface LocaleChoice {
  middleware: RequestHandler;
  read(request: Request): Locale | null;
  /** What somebody signed in has chosen is also what this browser's sign-in page speaks. */
  write(response: Response, locale: Locale): void;
}

/** `?lang=de_DE` on a page before the sign-in; this browser remembers it. */
function localeChoice(config: Config): LocaleChoice {
  const name = hostCookie('tare-locale', config);
  const write = (response: Response, locale: Locale) => {
    response.cookie(name, locale, {
      httpOnly: true,
      sameSite: 'lax',
      secure: config.secure,
      path: '/',
      maxAge: yearMs,
    });
  };
  return {
    middleware(request, response, next) {
      const asked = asLocale(request.query.lang);
      if (asked) write(response, asked);
      next();
    },
    read: (request) =>
      asLocale(request.query.lang) ?? asLocale((request.cookies as Record<string, unknown> | undefined)?.[name]),
    write,
  };
}

/** The user name that somebody asked this browser to remember. It opens nothing. */
const nameCookie = (config: Config) => keptCookie(config, { name: 'name', maxAge: 365 * 24 * 60 * 60 * 1000 });
