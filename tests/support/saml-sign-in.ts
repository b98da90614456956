import type { Test } from 'supertest';
import { browser, tokenOf } from './people';
import { posted, samlResponse, usualSaid, type Said } from './saml-idp';
import { signingKeys } from './saml-keys';
import { sentInAddress } from './saml-logout';
import { idpMetadata } from './sso';
import { claim, nextDomain, type SsoPeers, type SsoTenant } from './sso-peers';

const entityId = 'https://idp.example/entity';

/** A tenant with a provider that says who it is, is on, and has proved a domain. */
export interface SamlTenant extends SsoTenant {
  configId: string;
  domain: string;
  /** Why it let nobody in, the oldest first. */
  refusals(): Promise<(string | undefined)[]>;
}

interface Asked {
  relayState: string;
  requestId: string;
  request: string;
}

/** What an address at a provider asks. */
export function askedBy(address: string): Asked {
  const { xml: request, relayState } = sentInAddress(address, signingKeys.idp.certificate);
  return { relayState: relayState ?? '', requestId: /\bID="([^"]+)"/.exec(request)?.[1] ?? '', request };
}

/** Signing in by SAML through the application of `peers`, with the tests as the provider. */
export function samlSignIn(peers: () => SsoPeers) {
  const tenantOfProvider = (
    keys = signingKeys.idp,
    described: Parameters<typeof idpMetadata>[0] = {},
  ): Promise<SamlTenant> => tenantWith(idpMetadata({ entityId, keys: [keys.certificate], ...described }));

  async function tenantWith(metadata: string): Promise<SamlTenant> {
    const { app, dns } = peers();
    const there = await peers().tenant();
    const { id } = await there.admin.run((api) => api.auth.createSSOConfigurationByMetadata({ metadata }));
    const domain = nextDomain();
    const claimed = await claim(there.admin, id, domain);
    dns.records.set(domain, [[claimed.txtRecord]]);
    await there.admin.run((api) => api.auth.validateSSODomain(id, claimed.id));
    await there.admin.run((api) => api.auth.updateSSOConfiguration(id, { enabled: true }));
    const refusals = async () =>
      (
        await app.db
          .selectFrom('audit_log')
          .select('after')
          .where('organisation_id', '=', there.organisationId)
          .where('action', '=', 'session.refuse')
          .orderBy('id')
          .execute()
      ).map(({ after }) => (after as { fault?: string }).fault);
    return { ...there, configId: id, domain, refusals };
  }

  const server = () => {
    const { publicUrl } = peers().app.resources.config;
    return { acsUrl: `${publicUrl}/auth/saml/callback`, spEntityId: publicUrl };
  };

  /** What the provider answers. */
  function answer({ requestId }: Pick<Asked, 'requestId'>, said: Partial<Said> = {}): string {
    const { acsUrl, spEntityId } = server();
    return posted(
      samlResponse({
        ...usualSaid(peers().app.clock.now()),
        entityId,
        acsUrl,
        recipient: acsUrl,
        audience: spEntityId,
        requestId,
        ...said,
      }),
    );
  }

  /** Begins at the login box. */
  async function begin(there: SamlTenant, name = 'kim', at = browser(peers().app)) {
    const form = await at.get('/account/login');
    const page = await at
      .post('/account/login')
      .type('form')
      .send({ _csrf: tokenOf(form.text), email: `${name}@${there.domain}` });
    const address = /^2; url=(.+)$/.exec(String(page.headers.refresh))?.[1] ?? '';
    return { at, page, address, ...askedBy(address) };
  }

  /** As the form of the provider's page posts it: from another site, without our cookies. */
  const post = (relayState: string, samlResponseText: string): Test =>
    browser(peers().app)
      .post('/auth/saml/callback')
      .set('Origin', 'https://idp.example')
      .set('Sec-Fetch-Site', 'cross-site')
      .type('form')
      .send({ RelayState: relayState, SAMLResponse: samlResponseText });

  /** The whole round trip. @returns where the browser is led at last */
  async function arrive(there: SamlTenant, said: Partial<Said> = {}, name = 'kim') {
    const begun = await begin(there, name);
    const posting = await post(begun.relayState, answer(begun, { nameId: `${name}@${there.domain}`, ...said }));
    const arrival = await begun.at.get(String(posting.headers.location));
    return { ...begun, posting, arrival };
  }

  return { tenantOfProvider, tenantWith, server, answer, begin, post, arrive };
}
