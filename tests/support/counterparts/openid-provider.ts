import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';

export interface OpenIdProvider {
  issuer: string;
  /** Host and port. */
  host: string;
  clientId: string;
  clientSecret: string;
  /** Makes Tare known to it, by where it leads people back to. */
  register(redirectUri: string): Promise<void>;
  close(): Promise<void>;
}

/** `oidc-provider` from npm, unmodified, at an address of its own. @param domain of the e-mail addresses of those who sign in there */
export async function openIdProvider({ domain }: { domain: string }): Promise<OpenIdProvider> {
  const client = { clientId: 'tare', clientSecret: randomBytes(24).toString('base64url') };
  const child = fork(new URL('oidc-provider-process.mjs', import.meta.url), [JSON.stringify({ ...client, domain })], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
  });
  const said = async () =>
    String(
      (
        await Promise.race([
          once(child, 'message'),
          once(child, 'exit').then(() => {
            throw new Error('the OpenID provider ended');
          }),
        ])
      )[0],
    );
  const issuer = await said();
  return {
    issuer,
    host: new URL(issuer).host,
    ...client,
    async register(redirectUri) {
      child.send(redirectUri);
      await said();
    },
    async close() {
      const over = once(child, 'exit');
      child.kill();
      await over;
    },
  };
}

/** Goes through the provider's pages as a browser without scripts would. @returns where it sends the browser at last */
export async function signInThere(address: string, name: string): Promise<URL> {
  const cookies = new Map<string, string>();
  const { origin } = new URL(address);
  let next = { url: address, form: undefined as URLSearchParams | undefined };
  for (let steps = 0; steps < 12; steps += 1) {
    if (new URL(next.url).origin !== origin) return new URL(next.url);
    const answer = await fetch(next.url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(next.form ? { method: 'POST', body: next.form } : {}),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [, cookie = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(cookie, value);
    }
    const to = answer.headers.get('location');
    if (to !== null) {
      next = { url: new URL(to, next.url).href, form: undefined };
      continue;
    }
    const page = await answer.text();
    const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1];
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (action === undefined || prompt === undefined) throw new Error(`the provider shows no form: ${answer.status}`);
    next = {
      url: new URL(action, next.url).href,
      form: new URLSearchParams({ prompt, ...(prompt === 'login' ? { login: name, password: 'any' } : {}) }),
    };
  }
  throw new Error('the provider leads in circles');
}
