import { setTimeout as wait } from 'node:timers/promises';
import { SAML } from '@node-saml/passport-saml';
import { posted, samlResponse, usualSaid } from '../../../tests/support/saml-idp';
import { signingKeys } from '../../../tests/support/saml-keys';
import { askedBy } from '../../../tests/support/saml-sign-in';
import { withCounterparts } from '../counterparts';
import { cpuSecondsOf } from '../cpu-time';
import { openBench } from '../kitchens';
import { milliseconds, type Measure } from '../measure';
import { addSamlTenant, beginSaml, domain, entityId, idpHost } from '../saml-tenant';

/** Of what the library alone spends: the rest is three requests, a session and what is written down of it. */
const mostRatio = 1.5;
/** Some people, so that most of them are known already, as they are on most days. */
const people = 20;
const atOnce = 4;

/** Somebody is sent to their provider, whose signed answer comes back and lets them in: what that costs the server of processor time. */
export const samlRoundTrip: Measure = {
  name: 'saml-round-trip',
  minutes: 2,
  run: ({ say, quick }) =>
    withCounterparts(async ({ databaseUrl, tare: start }) => {
      const bench = await openBench({ DATABASE_URL: databaseUrl });
      await addSamlTenant(bench);
      await bench.close();
      const tare = await start();
      // A server runs for weeks: what is measured is code that has been compiled, on both sides.
      const [warm, turns, trips] = quick ? [5, 1, 20] : [600, 30, 40];
      await roundTrips(tare.url, { first: 0, trips: warm });
      await bareLibrary(tare.url, warm);
      // What it still does by itself after a start, and for those who came, is done.
      await wait(quick ? 0 : 2_000);
      // In turns, since what else the machine does weighs on both alike; many, since one turn differs from the next by half.
      let library = 0;
      const [before, began] = [cpuSecondsOf(tare.pid), performance.now()];
      for (let turn = 0; turn < turns; turn += 1) {
        await roundTrips(tare.url, { first: warm + turn * trips, trips });
        library += await bareLibrary(tare.url, trips);
      }
      const [spent, took] = [(cpuSecondsOf(tare.pid) - before) * 1_000, performance.now() - began];
      const idle = await idleShare(tare.pid, quick ? 500 : 10_000);
      const [each, floor] = [(spent - idle * took) / (turns * trips), library / turns];
      say(
        `${turns * trips} round trips: ${each.toFixed(1)} ms of the server's processor time each, beside ${(idle * 100).toFixed(1)} % at rest`,
      );
      say(`of these, ${floor.toFixed(1)} ms for the library alone: a signed request, and an answer that is looked at`);
      return [
        {
          what: 'a SAML round trip: asking, the answer, the way in',
          ours: milliseconds(each),
          floor: milliseconds(floor),
          ratio: each / floor,
          bar: `≤ ${mostRatio} × the library`,
          met: each / floor <= mostRatio,
        },
      ];
    }),
};

/** What the server spends while nobody asks it for anything, looking for jobs that are due. @returns milliseconds of processor time a millisecond */
async function idleShare(pid: number, forMs: number): Promise<number> {
  const [before, began] = [cpuSecondsOf(pid), performance.now()];
  await wait(forMs);
  return ((cpuSecondsOf(pid) - before) * 1_000) / (performance.now() - began);
}

/** What `@node-saml/passport-saml` spends on the same, without a server around it. @returns milliseconds of processor time for each */
async function bareLibrary(url: string, trips: number): Promise<number> {
  const acsUrl = `${url}/auth/saml/callback`;
  const { certificate, key: privateKey } = signingKeys.idp;
  const saml = new SAML({
    callbackUrl: acsUrl,
    issuer: url,
    audience: url,
    idpCert: certificate,
    privateKey,
    entryPoint: `${idpHost}/sso`,
    signatureAlgorithm: 'sha256',
    wantAuthnResponseSigned: true,
    wantAssertionsSigned: true,
  });
  let spent = 0;
  for (let at = 0; at < trips; at += 1) {
    const nameId = `person-${at}@${domain}`;
    const answer = posted(
      samlResponse({
        ...usualSaid(new Date()),
        entityId,
        acsUrl,
        recipient: acsUrl,
        audience: url,
        requestId: '_none',
        nameId,
        attributes: { displayName: [`Person ${at}`], groups: ['Kitchen', 'Buyers'] },
      }),
    );
    const before = process.cpuUsage();
    await saml.getAuthorizeUrlAsync('', undefined, {});
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: answer });
    const { user, system } = process.cpuUsage(before);
    if (profile?.nameID !== nameId) throw new Error('the library did not take the answer');
    spent += (user + system) / 1_000;
  }
  return spent / trips;
}

/** As on a Monday morning: several at once. */
async function roundTrips(url: string, { first, trips }: { first: number; trips: number }): Promise<void> {
  const left = Array.from({ length: trips }, (_, at) => first + at);
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let trip = left.shift(); trip !== undefined; trip = left.shift()) await roundTrip(url, trip);
    }),
  );
}

/** @throws Error where it does not end in a session */
async function roundTrip(url: string, trip: number): Promise<void> {
  const person = trip % people;
  const email = `person-${person}@${domain}`;
  // Each from an address of its own, as from browsers all over: the limit for one address is not what is measured.
  const from = { 'x-forwarded-for': `10.0.${Math.floor(trip / 250)}.${(trip % 250) + 1}` };
  const { address, cookie } = await beginSaml(url, { email, from });
  const { relayState, requestId } = askedBy(address);
  const acsUrl = `${url}/auth/saml/callback`;
  const xml = samlResponse({
    ...usualSaid(new Date()),
    entityId,
    acsUrl,
    recipient: acsUrl,
    audience: url,
    requestId,
    nameId: email,
    attributes: { displayName: [`Person ${person}`], groups: ['Kitchen', 'Buyers'] },
  });
  const answer = await fetch(acsUrl, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...from, origin: idpHost, 'sec-fetch-site': 'cross-site' },
    body: new URLSearchParams({ SAMLResponse: posted(xml), RelayState: relayState }),
  });
  // A connection is free for the next request once the answer is read.
  await answer.text();
  const arrival = await fetch(new URL(answer.headers.get('location') ?? '/', url), {
    redirect: 'manual',
    headers: { ...from, cookie },
  });
  const said = await arrival.text();
  if (arrival.headers.get('location') !== '/home')
    throw new Error(`the sign-in ended with ${answer.status}, then ${arrival.status}: ${said.slice(0, 300)}`);
}
