import {
  findSsoConfig,
  insertSsoConfig,
  insertSsoDomain,
  keepProof,
} from '../../server/identity/ways-in/sso/sso.store';
import { newOrganisation } from '../../tests/support/people';
import { signingKeys } from '../../tests/support/saml-keys';
import type { TestApp } from '../../tests/support/test-app';

export const domain = 'bench.example';
export const idpHost = 'https://idp.example';
export const entityId = `${idpHost}/entity`;

/** A tenant whose people sign in by SAML, at a provider that signs with a key of the tests. */
export async function addSamlTenant(bench: TestApp): Promise<void> {
  const tenantNumber = await newOrganisation(bench);
  await bench.db.transaction().execute(async (trx) => {
    const now = new Date();
    const id = await insertSsoConfig(trx, {
      tenantNumber,
      type: 'saml',
      enabled: true,
      ssoEndpoint: `${idpHost}/sso`,
      ssoBinding: 'redirect',
      idpEntityId: entityId,
      publicCertificate: signingKeys.idp.certificate,
      signRequest: true,
      sloEndpoint: `${idpHost}/slo`,
      sloAnswerEndpoint: `${idpHost}/slo`,
      oidcClientId: '',
      sealedSecret: null,
      verification: 'of the benchmark',
      now,
    });
    const config = await findSsoConfig(trx, { tenantNumber, id });
    if (!config) throw new Error('the provider was not kept');
    const domainId = await insertSsoDomain(trx, config, { domain, now });
    await keepProof(trx, { id: domainId, domain }, { validatedAt: now, missingSince: null, now });
  });
}

/** Somebody's sign-in that is under way at the provider. */
export async function beginSaml(
  url: string,
  { email, from = {} }: { email: string; from?: Record<string, string> },
): Promise<{ address: string; cookie: string }> {
  const asked = await fetch(`${url}/identity/resources/auth/v2/user/sso/prelogin`, {
    method: 'POST',
    headers: { ...from, origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  if (!asked.ok) throw new Error(`the sign-in was not begun: ${asked.status} ${await asked.text()}`);
  const { address } = (await asked.json()) as { address: string };
  return {
    address,
    cookie: asked.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; '),
  };
}
