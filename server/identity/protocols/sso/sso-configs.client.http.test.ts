import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal } from '../../../../tests/support/counterparts/published-client';
import { signingKeys } from '../../../../tests/support/saml-keys';
import { bare, certificates, idpMetadata } from '../../../../tests/support/sso';
import { configs, nextDomain, samlFields, ssoPeers, type SsoPeers } from '../../../../tests/support/sso-peers';
import { publicUrl } from '../../../../tests/support/test-app';

let peers: SsoPeers;
beforeAll(async () => {
  peers = await ssoPeers();
});
afterAll(() => peers.close());

describe('the identity providers of a tenant', () => {
  it('are added, changed in parts and removed, each audited without its secret', async () => {
    const { admin, audited } = await peers.tenant();
    expect(await admin.run((api) => api.auth.getSSOConfigurations())).toEqual([]);
    const made = await admin.run((api) =>
      api.auth.createSSOConfiguration({
        type: 'oidc',
        ssoEndpoint: 'https://login.example',
        oidcClientId: 'tare',
        oidcSecret: 'a secret of theirs',
      }),
    );
    expect(made).toMatchObject({
      enabled: false,
      type: 'oidc',
      ssoEndpoint: 'https://login.example',
      oidcClientId: 'tare',
      oidcSecret: '',
      acsUrl: `${publicUrl}/auth/saml/callback`,
      spEntityId: publicUrl,
      domains: [],
      roleIds: [],
      groups: [],
    });
    await admin.run((api) => api.auth.createSSOConfiguration(samlFields));
    const on = await admin.run((api) => api.auth.updateSSOConfiguration(made.id, { enabled: true }));
    expect(on).toMatchObject({ enabled: true, ssoEndpoint: 'https://login.example', oidcClientId: 'tare' });
    expect((await configs(admin)).map(({ type, enabled }) => [type, enabled])).toEqual([
      ['oidc', true],
      ['saml', true],
    ]);
    await admin.run((api) => api.auth.deleteSSOConfiguration(made.id));
    expect((await configs(admin)).map(({ type }) => type)).toEqual(['saml']);
    expect(await audited()).toEqual(['sso.create', 'sso.create', 'sso.change', 'sso.remove']);
    const everything = await peers.app.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', 'like', 'sso.%')
      .execute();
    expect(JSON.stringify(everything)).not.toContain('a secret of theirs');
    const { oidc_secret: kept } = await peers.app.db
      .selectFrom('identity.sso_config')
      .select('oidc_secret')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(kept?.toString('latin1') ?? '').not.toContain('a secret of theirs');
  });

  it('keep a certificate in one form, whatever was pasted', async () => {
    const { admin } = await peers.tenant();
    expect(
      await admin.run((api) =>
        api.auth.createSSOConfiguration({ ...samlFields, publicCertificate: bare(certificates.rsa) }),
      ),
    ).toMatchObject({ publicCertificate: certificates.rsa });
  });

  it.each([
    ['on without a certificate', { ...samlFields, publicCertificate: '' }, 'publicCertificate: Fill in this field.'],
    ['on without an address', { ...samlFields, ssoEndpoint: '' }, 'ssoEndpoint: Fill in this field.'],
    [
      'on without a secret',
      { type: 'oidc', enabled: true, ssoEndpoint: 'https://login.example', oidcClientId: 'tare' },
      'oidcSecret: Fill in this field.',
    ],
    [
      'no certificate',
      { ...samlFields, publicCertificate: 'not one' },
      /^publicCertificate: Enter an X.509 certificate/,
    ],
    [
      'a short key',
      { ...samlFields, publicCertificate: certificates.weak },
      /^publicCertificate: Enter an X.509 certificate/,
    ],
    [
      'an address without TLS',
      { ...samlFields, ssoEndpoint: 'http://idp.example/sso' },
      /^ssoEndpoint: This URL is not allowed/,
    ],
    [
      'an address that is a script',
      { ...samlFields, ssoEndpoint: 'javascript:alert(1)' },
      /^ssoEndpoint: This URL is not allowed/,
    ],
    [
      'a certificate of a key that is not RSA',
      { ...samlFields, publicCertificate: certificates.ec },
      /^publicCertificate: The certificate does not have an RSA key/,
    ],
    [
      'an address of this machine',
      { ...samlFields, ssoEndpoint: 'https://127.0.0.1/sso' },
      /^ssoEndpoint: This URL is not allowed/,
    ],
  ])('are refused with %s, and nothing is kept', async (_what, body, message) => {
    const { admin } = await peers.tenant();
    expect(await refusal(admin.run((api) => api.auth.createSSOConfiguration(body)))).toEqual({
      message: expect.stringMatching(message),
      statusCode: 422,
    });
    expect(await configs(admin)).toEqual([]);
  });

  it('are another provider once they have another address, until it says who it is', async () => {
    const { admin } = await peers.tenant();
    const { id } = await admin.run((api) => api.auth.createSSOConfigurationByMetadata({ metadata: idpMetadata() }));
    const entity = async () =>
      (
        await peers.app.db
          .selectFrom('identity.sso_config')
          .select('idp_entity_id')
          .where('uuid', '=', id)
          .executeTakeFirstOrThrow()
      ).idp_entity_id;
    expect(await entity()).toBe('https://idp.example/entity');
    await admin.run((api) => api.auth.updateSSOConfiguration(id, { signRequest: true }));
    expect(await entity()).toBe('https://idp.example/entity');
    await admin.run((api) => api.auth.updateSSOConfiguration(id, { ssoEndpoint: 'https://other.example/sso' }));
    expect(await entity()).toBe('');
  });

  it('are nobody else’s', async () => {
    const [{ id, domain }, { admin }] = [await peers.withDomain(), await peers.tenant()];
    const gone = { statusCode: 404 };
    expect(await configs(admin)).toEqual([]);
    for (const call of [
      () => admin.run((api) => api.auth.updateSSOConfiguration(id, { enabled: false })),
      () => admin.run((api) => api.auth.deleteSSOConfiguration(id)),
      () => admin.run((api) => api.auth.createSSODomain(id, { domain: nextDomain() })),
      () => admin.run((api) => api.auth.deleteSSODomain(id, domain.id)),
      () => admin.run((api) => api.auth.validateSSODomain(id, domain.id)),
      () => admin.run((api) => api.auth.getSSODefaultRoles(id)),
      () => admin.run((api) => api.auth.setSSODefaultRoles(id, { roleIds: [] })),
      () => admin.run((api) => api.auth.getSSOGroups(id)),
      () => admin.run((api) => api.auth.createSSOGroup(id, { group: 'a', roleIds: [] })),
    ])
      expect(await refusal(call())).toMatchObject(gone);
  });

  it('are set up by those who may, and read by those who may read', async () => {
    const { signedIn, admin } = await peers.tenant();
    await admin.run((api) => api.auth.createSSOConfiguration(samlFields));
    const reader = await signedIn(['fe.secure.read.samlConfiguration']);
    expect(await configs(reader)).toHaveLength(1);
    expect(await refusal(reader.run((api) => api.auth.createSSOConfiguration(samlFields)))).toMatchObject({
      statusCode: 403,
    });
    expect(await refusal(configs(await signedIn(['fe.secure.read.users'])))).toMatchObject({ statusCode: 403 });
  });

  it('are twenty at the most', async () => {
    const { admin, organisationId } = await peers.tenant();
    const row = {
      tenant_number: organisationId,
      type: 'saml',
      verification: 'x',
      created_at: peers.app.clock.now(),
      updated_at: peers.app.clock.now(),
    };
    await peers.app.db
      .insertInto('identity.sso_config')
      .values(Array.from({ length: 20 }, () => row))
      .execute();
    expect(await refusal(admin.run((api) => api.auth.createSSOConfiguration(samlFields)))).toEqual({
      message: 'An organization can have up to 20 identity providers.',
      statusCode: 422,
    });
  });
});

describe('a metadata document', () => {
  const read = {
    ssoEndpoint: 'https://idp.example/sso',
    publicCertificate: certificates.rsa,
    signRequest: true,
    enabled: false,
    type: 'saml',
  };

  it('makes a provider, and changes one', async () => {
    const { admin } = await peers.tenant();
    const made = await admin.run((api) =>
      api.auth.createSSOConfigurationByMetadata({ metadata: idpMetadata({ wantsSigned: true }) }),
    );
    expect(made).toMatchObject(read);
    const changed = await admin.run((api) =>
      api.auth.updateSSOConfigurationByMetadata(made.id, {
        metadata: idpMetadata({ endpoint: 'https://new.example/sso', keys: [signingKeys.idp.certificate] }),
      }),
    );
    expect(changed).toMatchObject({
      id: made.id,
      ssoEndpoint: 'https://new.example/sso',
      publicCertificate: signingKeys.idp.certificate,
      signRequest: false,
    });
    await admin.run((api) => api.auth.updateSSOConfiguration(made.id, { type: 'oidc' }));
    expect(
      await admin.run((api) => api.auth.updateSSOConfigurationByMetadata(made.id, { metadata: idpMetadata() })),
    ).toMatchObject({ type: 'saml' });
  });

  it.each([
    ['its own', ['https://127.0.0.1/slo']],
    ['that of answers', ['https://idp.example/slo', 'javascript:alert(1)']],
  ] as const)(
    'is refused where people who leave would be led to an address that may not be called',
    async (_what, logout) => {
      const { admin } = await peers.tenant();
      expect(
        await refusal(
          admin.run((api) => api.auth.createSSOConfigurationByMetadata({ metadata: idpMetadata({ logout }) })),
        ),
      ).toEqual({ message: expect.stringMatching(/^metadata: This URL is not allowed/), statusCode: 422 });
    },
  );

  it('is fetched from an address', async () => {
    const { admin } = await peers.tenant();
    peers.documents.set('/good', { body: idpMetadata({ wantsSigned: true }) });
    const made = await admin.run((api) =>
      api.auth.createSSOConfigurationByMetadataUrl({ url: `${peers.idpUrl}/good` }),
    );
    expect(made).toMatchObject(read);
    peers.documents.set('/next', { body: idpMetadata({ endpoint: 'https://next.example/sso' }) });
    expect(
      await admin.run((api) => api.auth.updateSSOConfigurationByMetadataUrl(made.id, { url: `${peers.idpUrl}/next` })),
    ).toMatchObject({ ssoEndpoint: 'https://next.example/sso' });
  });

  // ASVS V1.3.6
  // Attack: SSRF
  it.each([
    ['is none', () => `${peers.idpUrl}/page`, /^metadata: This is not SAML 2.0 metadata/],
    ['is not there', () => `${peers.idpUrl}/nowhere`, /^url: The metadata could not be fetched/],
    ['is elsewhere by now', () => `${peers.idpUrl}/moved`, /^url: The metadata could not be fetched/],
    ['is too large', () => `${peers.idpUrl}/large`, /^url: The metadata could not be fetched/],
    ['lies on this machine', () => 'https://localhost/metadata', /^url: This URL is not allowed/],
    ['lies on this machine, spelled as a number', () => 'https://2130706433/metadata', /^url: This URL is not allowed/],
    ['lies in the cloud’s own network', () => 'https://169.254.169.254/metadata', /^url: This URL is not allowed/],
    ['comes without TLS', () => 'http://idp.example/metadata', /^url: This URL is not allowed/],
    ['is a file', () => 'file:///etc/passwd', /^url: This URL is not allowed/],
  ])('that %s makes nothing', async (_what, url, message) => {
    peers.documents
      .set('/page', { body: '<html>sign in first</html>' })
      .set('/moved', { status: 302, body: '' })
      .set('/large', { body: idpMetadata() + ' '.repeat(600_000) });
    const { admin } = await peers.tenant();
    expect(await refusal(admin.run((api) => api.auth.createSSOConfigurationByMetadataUrl({ url: url() })))).toEqual({
      message: expect.stringMatching(message),
      statusCode: 422,
    });
    expect(await configs(admin)).toEqual([]);
  });

  it('that leads to this machine makes nothing either', async () => {
    const { admin } = await peers.tenant();
    expect(
      await refusal(
        admin.run((api) =>
          api.auth.createSSOConfigurationByMetadata({ metadata: idpMetadata({ endpoint: 'https://10.0.0.1/sso' }) }),
        ),
      ),
    ).toMatchObject({ statusCode: 422 });
  });
});
