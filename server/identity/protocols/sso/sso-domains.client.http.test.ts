import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { browser as plainBrowser } from '../../../../tests/support/people';
import {
  claim,
  configs,
  nextDomain,
  samlFields,
  ssoPeers,
  type DomainTenant,
  type SsoPeers,
} from '../../../../tests/support/sso-peers';
import { testNow } from '../../../../tests/support/test-app';
import { createDomainProofs } from '../../ways-in/sso/domain-proof';
import { recheckDomains } from '../../ways-in/sso/sso-domain.service';
import { graceDays } from '../../ways-in/sso/sso.rules';

let peers: SsoPeers;
beforeAll(async () => {
  peers = await ssoPeers();
});
afterAll(() => peers.close());
beforeEach(() => {
  peers.dns.failing = false;
});

const proofs = () => createDomainProofs([peers.dns.address]);
const later = (days: number) => new Date(Date.parse(testNow) + days * 86_400_000);
const domainOf = async ({ admin, id }: DomainTenant) =>
  (await configs(admin)).find((config) => config.id === id)?.domains[0];

describe('a domain', () => {
  it('is claimed, proven by its TXT record, and given up', async () => {
    const there = await peers.withDomain();
    const { admin, id, domain, name } = there;
    expect(domain).toMatchObject({
      domain: name,
      validated: false,
      txtRecord: expect.stringMatching(/^tare-domain-verification=[\w-]{32}$/),
    });
    expect(await refusal(admin.run((api) => api.auth.validateSSODomain(id, domain.id)))).toEqual({
      message: `${name} has no TXT record with this value yet. New records can take a while to appear.`,
      statusCode: 422,
    });
    peers.dns.records.set(name, [['v=spf1 -all'], [domain.txtRecord]]);
    await admin.run((api) => api.auth.validateSSODomain(id, domain.id));
    expect(await domainOf(there)).toMatchObject({ validated: true });
    await admin.run((api) => api.auth.deleteSSODomain(id, domain.id));
    expect(await domainOf(there)).toBeUndefined();
    expect(await there.audited()).toEqual(['sso.create', 'sso.addDomain', 'sso.proveDomain', 'sso.removeDomain']);
  });

  it('is proven by the newer address of the call, too', async () => {
    const { admin, id, domain, name } = await peers.withDomain();
    peers.dns.records.set(name, [[domain.txtRecord]]);
    expect(
      (
        await plainBrowser(peers.app)
          .put(`/team/resources/sso/v2/configurations/${id}/domains/${domain.id}/validate`)
          .set('Authorization', `Bearer ${admin.accessToken}`)
      ).status,
    ).toBe(204);
  });

  it('stays as it is where no name server answers', async () => {
    const { admin, id, domain } = await peers.withDomain();
    peers.dns.failing = true;
    expect(await refusal(admin.run((api) => api.auth.validateSSODomain(id, domain.id)))).toMatchObject({
      statusCode: 503,
    });
  });

  it('may be claimed by many and is proven by one, who proves it by a text of their own', async () => {
    const [first, second] = [await peers.withProvenDomain(), await peers.tenant()];
    const { id } = await second.admin.run((api) => api.auth.createSSOConfiguration(samlFields));
    const domain = await claim(second.admin, id, first.name);
    expect(domain.txtRecord).not.toBe(first.domain.txtRecord);
    expect(await refusal(second.admin.run((api) => api.auth.validateSSODomain(id, domain.id)))).toMatchObject({
      statusCode: 422,
    });
    peers.dns.records.set(first.name, [[first.domain.txtRecord], [domain.txtRecord]]);
    expect(await refusal(second.admin.run((api) => api.auth.validateSSODomain(id, domain.id)))).toEqual({
      message: 'This domain is already verified for another identity provider.',
      statusCode: 409,
    });
    await first.admin.run((api) => api.auth.deleteSSODomain(first.id, first.domain.id));
    await second.admin.run((api) => api.auth.validateSSODomain(id, domain.id));
  });

  it('is proven by one of two who prove it at once', async () => {
    const [first, second] = [await peers.withDomain(), await peers.tenant()];
    const { id } = await second.admin.run((api) => api.auth.createSSOConfiguration(samlFields));
    const domain = await claim(second.admin, id, first.name);
    peers.dns.records.set(first.name, [[first.domain.txtRecord], [domain.txtRecord]]);
    const prove = (at: ClientBrowser, configId: string, domainId: string) =>
      plainBrowser(peers.app)
        .put(`/team/resources/sso/v1/configurations/${configId}/domains/${domainId}/validate`)
        .set('Authorization', `Bearer ${at.accessToken}`);
    const answers = await Promise.all([
      prove(first.admin, first.id, first.domain.id),
      prove(second.admin, id, domain.id),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  });

  it.each([
    ['gmail.com', /^domain: This is a public email domain/],
    ['team.gmail.com', /^domain: This is a public email domain/],
    ['localhost', /^domain: /],
    ['Enter a domain such as example.org', /^domain: /],
    ['10.0.0.1', /^domain: /],
    ['.example', /^domain: /],
  ])('%s is nobody’s own', async (text, message) => {
    const { admin, id } = await peers.withDomain();
    expect(await refusal(admin.run((api) => api.auth.createSSODomain(id, { domain: text })))).toEqual({
      message: expect.stringMatching(message),
      statusCode: 422,
    });
  });

  it('is written in one form', async () => {
    const { admin, id } = await peers.withDomain();
    const name = nextDomain();
    expect(
      (await admin.run((api) => api.auth.createSSODomain(id, { domain: ` @${name.toUpperCase()}. ` }))).domain,
    ).toBe(name);
  });

  it('is looked at each day, keeps its proof for some days without the record, and loses it after them', async () => {
    const there = await peers.withProvenDomain();
    const isProven = async () => (await domainOf(there))?.validated;
    // A run looks at so many, and other files have proved theirs in this database.
    await peers.app.db
      .updateTable('identity.sso_domain')
      .set({ validated_at: null })
      .where('domain', '<>', there.name)
      .execute();
    peers.dns.records.set(there.name, []);
    const looks = async (day: number) => {
      await recheckDomains(peers.app.db, later(day), proofs());
      return isProven();
    };
    expect([await looks(0.5), await looks(1.1), await looks(1 + graceDays), await looks(2.1 + graceDays)]).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect((await there.audited()).slice(2)).toEqual(['sso.proveDomain', 'sso.missDomain', 'sso.loseDomain']);
  });

  it('keeps its proof while no name server answers', async () => {
    const there = await peers.withProvenDomain();
    peers.dns.failing = true;
    for (const day of [2, 2 + graceDays, 4 + graceDays]) await recheckDomains(peers.app.db, later(day), proofs());
    expect((await domainOf(there))?.validated).toBe(true);
  });
});

it('front ends learn before the sign-in whether anybody is sent to a provider', async () => {
  const there = await peers.withProvenDomain();
  const isActive = async () =>
    (await peers.client.browser().run((api) => api.auth.getSSOPublicConfiguration())).isActive;
  expect(await isActive()).toBe(true);
  await peers.app.db.updateTable('identity.sso_config').set({ enabled: false }).execute();
  expect(await isActive()).toBe(false);
  await there.admin.run((api) => api.auth.updateSSOConfiguration(there.id, { enabled: true }));
  await peers.app.db.updateTable('identity.sso_domain').set({ validated_at: null }).execute();
  expect(await isActive()).toBe(false);
});
