import type { OidcPeer, OidcSaid } from './counterparts/oidc-peer';
import type { ClientBrowser } from './counterparts/published-client';
import { browser, tokenOf } from './people';
import { claim, nextDomain, type SsoPeers, type SsoTenant } from './sso-peers';

export interface OidcTenant extends SsoTenant {
  configId: string;
  domain: string;
  op: OidcPeer;
  /** Why sign-ins of its providers were refused, the oldest first. */
  refusals(): Promise<string[]>;
}

/** A tenant whose OpenID provider is on and has proved a domain. */
export async function oidcTenant(peers: SsoPeers, op: OidcPeer): Promise<OidcTenant> {
  const there = await peers.tenant();
  const { id } = await there.admin.run((api) =>
    api.auth.createSSOConfiguration({
      type: 'oidc',
      ssoEndpoint: op.issuer,
      oidcClientId: op.clientId,
      oidcSecret: op.clientSecret,
      enabled: true,
    }),
  );
  const domain = nextDomain();
  const claimed = await claim(there.admin, id, domain);
  peers.dns.records.set(domain, [[claimed.txtRecord]]);
  await there.admin.run((api) => api.auth.validateSSODomain(id, claimed.id));
  const refusals = async () => {
    const rows = await peers.app.db
      .selectFrom('audit_log')
      .select('after')
      .where('organisation_id', '=', there.organisationId)
      .where('action', '=', 'session.refuse')
      .orderBy('id')
      .execute();
    return rows.map(({ after }) => String(after && typeof after === 'object' && 'fault' in after ? after.fault : ''));
  };
  return { ...there, configId: id, domain, op, refusals };
}

/** Begins at the login box. @returns the browser with the address at the provider to which it is led */
export async function beginAt(peers: SsoPeers, there: Pick<OidcTenant, 'domain'>, at = browser(peers.app)) {
  const form = await at.get('/account/login');
  const page = await at
    .post('/account/login')
    .type('form')
    .send({ _csrf: tokenOf(form.text), email: `kim@${there.domain}` });
  return { at, page, address: /^2; url=(.+)$/.exec(String(page.headers.refresh))?.[1] ?? '' };
}

/** What the provider says of Kim. */
export const kimOf = (
  peers: SsoPeers,
  { domain }: Pick<OidcTenant, 'domain'>,
  said: Partial<OidcSaid> = {},
): OidcSaid => ({
  now: peers.app.clock.now(),
  ...said,
  claims: { email: `kim@${domain}`, name: 'Kim Novak', ...said.claims },
});

/** The path of an address of ours. */
export const pathOf = ({ pathname, search }: URL) => `${pathname}${search}`;

/** The whole round trip. @returns where the browser is led at last */
export async function arriveFrom(peers: SsoPeers, there: OidcTenant, said: Partial<OidcSaid> = {}) {
  const begun = await beginAt(peers, there);
  const back = pathOf(there.op.answer(begun.address, kimOf(peers, there, said)));
  const callback = await begun.at.get(back);
  const arrival = await begun.at.get(String(callback.headers.location));
  return { ...begun, back, callback, arrival };
}

/** Begins by the published client. @returns the address at the provider */
export async function beginByClient(at: ClientBrowser, { domain }: Pick<OidcTenant, 'domain'>): Promise<string> {
  const begun = await at.run((api) => api.auth.preLoginV2({ email: `kim@${domain}` }));
  return begun?.address ?? '';
}
