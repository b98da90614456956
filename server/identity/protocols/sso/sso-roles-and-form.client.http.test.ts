import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { idpMetadata } from '../../../../tests/support/sso';
import { configs, nextDomain, samlFields, ssoPeers, type SsoPeers } from '../../../../tests/support/sso-peers';
import { publicUrl } from '../../../../tests/support/test-app';

let peers: SsoPeers;
beforeAll(async () => {
  peers = await ssoPeers();
});
afterAll(() => peers.close());

describe('roles of a provider', () => {
  it('are those of everybody, and those of its groups', async () => {
    const { admin, role, id } = await peers.withDomain();
    const [one, two] = [await role(['fe.secure.read.users']), await role(['fe.secure.read.roles'])];
    await admin.run((api) => api.auth.setSSODefaultRoles(id, { roleIds: [one] }));
    expect(await admin.run((api) => api.auth.getSSODefaultRoles(id))).toEqual({ roleIds: [one] });
    const made = (await admin.run((api) =>
      api.auth.createSSOGroup(id, { group: 'kitchen', roleIds: [two] }),
    )) as unknown as { id: string };
    expect(await admin.run((api) => api.auth.getSSOGroups(id))).toEqual([
      { id: made.id, group: 'kitchen', roleIds: [two] },
    ]);
    await admin.run((api) => api.auth.updateSSOGroup(id, { id: made.id, group: 'kitchens', roleIds: [one, two] }));
    expect(await admin.run((api) => api.auth.getSSOGroups(id))).toEqual([
      { id: made.id, group: 'kitchens', roleIds: [one, two] },
    ]);
    expect(
      await refusal(admin.run((api) => api.auth.createSSOGroup(id, { group: 'kitchens', roleIds: [] }))),
    ).toMatchObject({ statusCode: 409 });
    await admin.run((api) => api.auth.deleteSSOGroup(id, made.id));
    expect(await admin.run((api) => api.auth.getSSOGroups(id))).toEqual([]);
  });

  it('are given and taken by nobody who does not hold what is in them', async () => {
    const { admin, role, id, signedIn } = await peers.withDomain();
    const more = await role(['fe.secure.write.users']);
    const lesser = await signedIn([
      'fe.secure.read.samlDefaultRoles',
      'fe.secure.write.samlDefaultRoles',
      'fe.secure.write.samlConfiguration',
    ]);
    const beyond = { message: 'You can only grant or remove permissions that you have.', statusCode: 403 };
    expect(await refusal(lesser.run((api) => api.auth.setSSODefaultRoles(id, { roleIds: [more] })))).toEqual(beyond);
    expect(await refusal(lesser.run((api) => api.auth.createSSOGroup(id, { group: 'a', roleIds: [more] })))).toEqual(
      beyond,
    );
    await admin.run((api) => api.auth.setSSODefaultRoles(id, { roleIds: [more] }));
    expect(await refusal(lesser.run((api) => api.auth.setSSODefaultRoles(id, { roleIds: [] })))).toEqual(beyond);
    const { id: groupId } = (await admin.run((api) =>
      api.auth.createSSOGroup(id, { group: 'a', roleIds: [more] }),
    )) as unknown as { id: string };
    expect(await refusal(lesser.run((api) => api.auth.deleteSSOGroup(id, groupId)))).toEqual(beyond);
    expect(
      await refusal(lesser.run((api) => api.auth.updateSSOGroup(id, { id: groupId, group: 'b', roleIds: [] }))),
    ).toEqual(beyond);
    expect(await refusal(lesser.run((api) => api.auth.deleteSSOConfiguration(id)))).toEqual(beyond);
    expect(await admin.run((api) => api.auth.getSSOGroups(id))).toEqual([{ id: groupId, group: 'a', roleIds: [more] }]);
  });

  it('are not another tenant’s', async () => {
    const [there, other] = [await peers.withDomain(), await peers.tenant()];
    const foreign = await other.role(['fe.secure.read.users']);
    expect(
      await refusal(there.admin.run((api) => api.auth.setSSODefaultRoles(there.id, { roleIds: [foreign] }))),
    ).toMatchObject({ statusCode: 404 });
  });
});

describe('front ends that know one provider', () => {
  const form = (at: ClientBrowser) => at.run((api) => api.auth.getSamlConfiguration());

  it('read where its answers go before there is one, and its draft without a domain, which is never on', async () => {
    const { admin } = await peers.tenant();
    expect(await form(admin)).toEqual({
      enabled: false,
      acsUrl: `${publicUrl}/auth/saml/callback`,
      spEntityId: publicUrl,
    });
    expect(await admin.run((api) => api.auth.getSamlVendorConfiguration())).toEqual({
      acsUrl: `${publicUrl}/auth/saml/callback`,
      spEntityId: publicUrl,
    });
    await admin.run((api) =>
      api.auth.updateSamlConfiguration({ enabled: true, ssoEndpoint: 'https://idp.example/sso' }),
    );
    expect(await form(admin)).toMatchObject({
      enabled: false,
      isSamlActive: false,
      domain: '',
      validated: false,
      ssoEndpoint: 'https://idp.example/sso',
    });
  });

  it('save and prove it; another domain clears what was said of the provider', async () => {
    const { admin } = await peers.tenant();
    const [name, next] = [nextDomain(), nextDomain()];
    const saved = await admin.run((api) => api.auth.updateSamlConfiguration({ ...samlFields, domain: name }));
    expect(saved).toMatchObject({
      enabled: true,
      isSamlActive: true,
      domain: name,
      validated: false,
      signRequest: true,
    });
    peers.dns.records.set(name, [[saved.generatedVerification ?? '']]);
    expect(await admin.run((api) => api.auth.validateSamlDomain())).toMatchObject({ domain: name, validated: true });
    const moved = await admin.run((api) => api.auth.updateSamlConfiguration({ ...samlFields, domain: next }));
    expect(moved).toMatchObject({
      enabled: false,
      domain: next,
      validated: false,
      ssoEndpoint: '',
      publicCertificate: '',
      signRequest: false,
    });
    const again = await admin.run((api) => api.auth.updateSamlConfiguration({ ...samlFields, domain: next }));
    expect(again).toMatchObject({ enabled: true, domain: next, ssoEndpoint: 'https://idp.example/sso' });
    expect(await configs(admin)).toHaveLength(1);
  });

  it('take metadata, roles and groups', async () => {
    const { admin, role } = await peers.tenant();
    expect(await admin.run((api) => api.auth.updateSamlVendorMetadata({ metadata: idpMetadata() }))).toMatchObject({
      ssoEndpoint: 'https://idp.example/sso',
      enabled: false,
    });
    expect(
      await admin.run((api) =>
        api.auth.updateSamlVendorMetadata({ metadata: idpMetadata({ endpoint: 'https://next.example/sso' }) }),
      ),
    ).toMatchObject({ ssoEndpoint: 'https://next.example/sso' });
    const [config] = await configs(admin);
    expect(
      await peers.app.db
        .selectFrom('identity.sso_config')
        .select('idp_entity_id')
        .where('uuid', '=', config?.id ?? '')
        .executeTakeFirst(),
    ).toEqual({ idp_entity_id: 'https://idp.example/entity' });
    const one = await role(['fe.secure.read.users']);
    await admin.run((api) => api.auth.updateSamlRoles({ roleIds: [one] }));
    expect(await admin.run((api) => api.auth.getSamlRoles())).toEqual({ roleIds: [one] });
    const made = (await admin.run((api) =>
      api.auth.createSamlGroup({ group: 'chefs', roleIds: [one] }),
    )) as unknown as { id: string };
    await admin.run((api) => api.auth.updateSamlGroup({ id: made.id, group: 'cooks', roleIds: [] }));
    expect(await admin.run((api) => api.auth.getSamlRolesGroups())).toEqual([
      { id: made.id, group: 'cooks', roleIds: [] },
    ]);
    await admin.run((api) => api.auth.deleteSamlGroup({ id: made.id }));
    expect(await admin.run((api) => api.auth.getSamlRolesGroups())).toEqual([]);
  });

  it('read whether an OpenID provider is on', async () => {
    const { admin } = await peers.tenant();
    const read = () => admin.run((api) => api.auth.getOidcConfiguration());
    expect(await read()).toEqual({ active: false, redirectUri: `${publicUrl}/auth/oidc/callback` });
    await admin.run((api) =>
      api.auth.createSSOConfiguration({
        type: 'oidc',
        enabled: true,
        ssoEndpoint: 'https://login.example',
        oidcClientId: 'tare',
        oidcSecret: 'a secret of theirs',
      }),
    );
    expect(await read()).toMatchObject({ active: true });
  });

  it.each([
    ['prove', (at: ClientBrowser) => at.run((api) => api.auth.validateSamlDomain())],
    ['give roles by', (at: ClientBrowser) => at.run((api) => api.auth.updateSamlRoles({ roleIds: [] }))],
  ])('cannot %s one that there is not', async (_what, call) => {
    const { admin } = await peers.tenant();
    expect(await refusal(call(admin))).toEqual({ message: 'Identity provider not found.', statusCode: 404 });
  });
});
