import { expect, type Browser } from '@playwright/test';
import type { NameServer } from '../support/counterparts/name-server';
import { password, people } from './support';

const api = '/team/resources/sso/v1/configurations';

interface Connecting {
  /** Of the server. */
  url: string;
  dns: NameServer;
  domain: string;
  /** What its administrator tells Tare of the provider: the call below the address of all providers, and what it brings. */
  told: { call?: '/metadata' | '/metadata-url'; data: Record<string, string> };
}

/** What Tare answers; of a provider, whether its requests are signed. */
type Answered = { id: string; txtRecord: string; signRequest?: boolean };

/** Has the caterer's administrator connect a provider, prove a domain of it, and switch it on. @returns the provider as it was made */
export async function connectProvider(browser: Browser, { url, dns, domain, told }: Connecting): Promise<Answered> {
  const admin = await browser.newContext({ baseURL: url, extraHTTPHeaders: { Origin: url } });
  const { request } = admin;
  const answered = async (answer: ReturnType<typeof request.post>): Promise<Answered> => {
    const reply = await answer;
    expect(reply.ok(), await reply.text()).toBe(true);
    return reply.headers()['content-type']?.includes('json')
      ? ((await reply.json()) as Answered)
      : { id: '', txtRecord: '' };
  };
  await answered(request.post('/rest/v1/auth/login', { data: { username: people.caterer, password } }));
  const made = await answered(request.post(`${api}${told.call ?? ''}`, { data: told.data }));
  const { id } = made;
  const claimed = await answered(request.post(`${api}/${id}/domains`, { data: { domain } }));
  dns.records.set(domain, [[claimed.txtRecord]]);
  await answered(request.put(`${api}/${id}/domains/${claimed.id}/validate`));
  await answered(request.patch(`${api}/${id}`, { data: { enabled: true } }));
  await admin.close();
  return made;
}
