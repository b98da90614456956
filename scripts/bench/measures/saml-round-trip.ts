import { setTimeout as wait } from 'node:timers/promises';
import { insertSsoConfig, insertSsoDomain, findSsoConfig, keepProof } from '../../../server/identity/sso/sso.store';
import { posted, samlResponse, usualSaid } from '../../../tests/support/saml-idp';
import { signingKeys } from '../../../tests/support/saml-keys';
import { askedBy } from '../../../tests/support/saml-sign-in';
import { newOrganisation } from '../../../tests/support/people';
import { withCounterparts } from '../counterparts';
import { cpuSecondsOf } from '../cpu-time';
import { openBench } from '../kitchens';
import { milliseconds, type Measure } from '../measure';

const domain = 'bench.example';
const entityId = 'https://idp.example/entity';
const mostMs = 30;
/** Some people, so that most of them are known already, as they are on most days. */
const people = 20;

/** Somebody is sent to their provider, whose signed answer comes back and lets them in: what that costs the server of processor time. */
export const samlRoundTrip: Measure = {
  name: 'saml-round-trip',
  minutes: 1,
  run: ({ say, quick }) => withCounterparts(async ({ databaseUrl, tare: start }) => {
    const bench = await openBench({ DATABASE_URL: databaseUrl });
    const tenantNumber = await newOrganisation(bench);
    await bench.db.transaction().execute(async (trx) => {
      const now = new Date();
      const id = await insertSsoConfig(trx, {
        tenantNumber, type: 'saml', enabled: true, ssoEndpoint: 'https://idp.example/sso', idpEntityId: entityId, publicCertificate: signingKeys.idp.certificate, signRequest: true,
        sloEndpoint: 'https://idp.example/slo', sloAnswerEndpoint: 'https://idp.example/slo', oidcClientId: '', sealedSecret: null, verification: 'of the benchmark', now,
      });
      const config = await findSsoConfig(trx, { tenantNumber, id });
      if (!config) throw new Error('the provider was not kept');
      const domainId = await insertSsoDomain(trx, config, { domain, now });
      await keepProof(trx, { id: domainId, domain }, { validatedAt: now, missingSince: null, now });
    });
    await bench.close();
    const tare = await start();
    const [warm, trips] = quick ? [5, 20] : [60, 200];
    for (let at = 0; at < warm; at += 1) await roundTrip(tare.url, at % people);
    // What it still does by itself after a start, and for those who came, is done.
    await wait(quick ? 0 : 2_000);
    const before = cpuSecondsOf(tare.pid);
    for (let at = 0; at < trips; at += 1) await roundTrip(tare.url, at % people);
    const each = ((cpuSecondsOf(tare.pid) - before) * 1_000) / trips;
    say(`${trips} round trips: ${each.toFixed(1)} ms of the server's processor time each`);
    return [{ what: 'a SAML round trip: asking, the answer, the way in', ours: milliseconds(each), bar: `≤ ${mostMs} ms`, met: each <= mostMs }];
  }),
};

/** @throws Error where it does not end in a session */
async function roundTrip(url: string, person: number): Promise<void> {
  const email = `person-${person}@${domain}`;
  const asked = await fetch(`${url}/identity/resources/auth/v2/user/sso/prelogin`, { method: 'POST', headers: { origin: url, 'content-type': 'application/json' }, body: JSON.stringify({ email }) });
  if (!asked.ok) throw new Error(`the sign-in was not begun: ${asked.status} ${await asked.text()}`);
  const { address } = await asked.json() as { address: string };
  const { relayState, requestId } = askedBy(address);
  const cookie = asked.headers.getSetCookie().map((one) => one.split(';')[0]).join('; ');
  const acsUrl = `${url}/auth/saml/callback`;
  const xml = samlResponse({ ...usualSaid(new Date()), entityId, acsUrl, recipient: acsUrl, audience: url, requestId, nameId: email, attributes: { displayName: [`Person ${person}`], groups: ['Kitchen', 'Buyers'] } });
  const answer = await fetch(acsUrl, { method: 'POST', redirect: 'manual', headers: { origin: 'https://idp.example', 'sec-fetch-site': 'cross-site' }, body: new URLSearchParams({ SAMLResponse: posted(xml), RelayState: relayState }) });
  const arrival = await fetch(new URL(answer.headers.get('location') ?? '/', url), { redirect: 'manual', headers: { cookie } });
  if (arrival.headers.get('location') !== '/home') throw new Error(`the sign-in ended with ${answer.status}, then ${arrival.status}: ${(await arrival.text()).slice(0, 300)}`);
}
