import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { nextAddress, password, type Person } from '../people';
import type { TestApp } from '../test-app';

type Package = typeof import('@frontegg/rest-api');
export type PublishedApi = Package['api'];

/** Somebody at a browser in which the published client runs: with cookies, an access token and, in the address, a tenant. */
export interface ClientBrowser {
  /** Runs calls of the client as this browser. One browser at a time: the client keeps where it is in globals. */
  run<Answer>(work: (api: PublishedApi) => Promise<Answer>): Promise<Answer>;
  /** Signs in with the password of the tests. @returns the login's answer */
  signIn(person: Pick<Person, 'login'>): Promise<SignInAnswer>;
  cookies: Map<string, string>;
  accessToken: string | null;
  /** What stands in the page's address as `?tenantId=`. */
  tenantId: string | null;
  /** The tenant of this tab, where the front end keeps a session for each. */
  tabTenantId: string | null;
  /** Where it sits. */
  address: string;
  /** Headers of the newest answer. */
  headers: Headers;
}

export interface SignInAnswer {
  accessToken: string;
  refreshToken: string;
  expiresIn: number;
  mfaRequired: boolean;
  [field: string]: unknown;
}

interface ClientGlobals {
  sessionStorage?: {
    getItem(key: string): string | null;
    setItem(key: string, value: string): void;
    removeItem(key: string): void;
  };
  window?: { location: { search: string; href: string } };
}

/** The published client, unmodified, against the application behind a real socket. */
export async function publishedClient({
  app,
}: Pick<TestApp, 'app'>): Promise<{ browser(): ClientBrowser; baseUrl: string; close(): Promise<void> }> {
  const server: Server = createServer(app);
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const globals = globalThis as unknown as ClientGlobals;
  const client: Package = await import('@frontegg/rest-api');
  const realFetch = globalThis.fetch;

  function browser(): ClientBrowser {
    const here: ClientBrowser = {
      cookies: new Map(),
      accessToken: null,
      tenantId: null,
      tabTenantId: null,
      address: nextAddress(),
      headers: new Headers(),

      async run(work) {
        const { api } = client;
        globals.window = {
          location: { search: here.tenantId === null ? '' : `?tenantId=${here.tenantId}`, href: `${baseUrl}/` },
        };
        globals.sessionStorage = {
          getItem: () => here.tabTenantId,
          setItem: (_key, value) => {
            here.tabTenantId = value;
          },
          removeItem: () => {
            here.tabTenantId = null;
          },
        };
        client.ContextHolder.setContext({ baseUrl, logLevel: 'error' });
        client.ContextHolder.setSessionContext({ enableSessionPerTenant: here.tabTenantId !== null });
        client.ContextHolder.setAccessToken(here.accessToken);
        globalThis.fetch = async (input, init) => {
          const answer = await realFetch(input, {
            ...init,
            headers: {
              ...(init?.headers as Record<string, string>),
              cookie: [...here.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
              'x-forwarded-for': here.address,
              origin: 'http://tare.test',
              'sec-fetch-site': 'same-origin',
            },
          });
          here.headers = answer.headers;
          for (const set of answer.headers.getSetCookie()) keep(here.cookies, set);
          return answer;
        };
        try {
          return await work(api);
        } finally {
          here.accessToken = client.ContextHolder.getAccessToken() ?? null;
          globalThis.fetch = realFetch;
          // Others of this process would take it for a browser.
          delete globals.window;
          delete globals.sessionStorage;
        }
      },

      async signIn({ login }) {
        return (await here.run((api) => api.auth.login({ email: login, password }))) as unknown as SignInAnswer;
      },
    };
    return here;
  }

  return {
    browser,
    baseUrl,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

function keep(cookies: Map<string, string>, set: string): void {
  const [pair = '', ...attributes] = set.split(';');
  const at = pair.indexOf('=');
  const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
  const gone = value === '' || attributes.some((attribute) => /^\s*expires=thu, 01 jan 1970/i.test(attribute));
  if (gone) cookies.delete(name);
  else cookies.set(name, value);
}

/** What a call was refused with, as the client throws it; fails where it was not refused. */
export async function refusal(call: Promise<unknown>): Promise<{ message: string; statusCode: number }> {
  try {
    await call;
  } catch (error) {
    const { message, statusCode } = error as { message: string; statusCode: number };
    if (statusCode === undefined) throw error;
    return { message, statusCode };
  }
  throw new Error('the call was not refused');
}
