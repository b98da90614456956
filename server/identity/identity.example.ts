import { randomUUID } from 'node:crypto';
import { defineExample, type Place } from '../../tests/support/example';
import { newClient } from '../../tests/support/oauth';
import { newOrganisation } from '../../tests/support/people';
import { testSecret, type TestApp } from '../../tests/support/test-app';
import { recordAudit } from '../platform/audit';
import { inviteHash, sealedInvite } from './core/invitations/invite.service';
import { replaceInviteLink } from './core/invitations/invite.store';
import { putPicture } from './core/profiles/profile.store';
import { installationSecrets } from './core/secrets/installation-secrets';
import { secretHash } from './core/secrets/token-secret';
import { openSession } from './core/sessions/session.store';
import { policyActions } from './identity.audit';
import { securitySections } from './pages/security/security-forms.contract';
import { keepAddressRule } from './policies/addresses/address.store';
import { keepDomain } from './policies/email-domains/email-domain.store';
import { keepRefusedSubject } from './ways-in/sso/refused-subject.store';
import { findSsoConfig, insertSsoConfig, insertSsoDomain, insertSsoGroup } from './ways-in/sso/sso.store';
import { addMember, addUser } from './';

/** Somebody of the organisation who is signed in. @returns the session's id */
function signedIn(
  { db, clock }: TestApp,
  { organisationId: tenantNumber, organisationMark }: Pick<Place, 'organisationId' | 'organisationMark'>,
): Promise<string> {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const login = `${randomUUID()}@tare.test`;
    const userId = await addUser(trx, { login, email: login, fullName: `${organisationMark} person`, now });
    await addMember(trx, { tenantNumber, userId, roles: [] });
    return openSession(trx, { userId, tenantNumber, ip: '', userAgent: `${organisationMark} browser`, now });
  });
}

/** An entry of the organization's log. @returns its id */
async function logged(
  { db, clock }: TestApp,
  { organisationId, organisationMark }: Pick<Place, 'organisationId' | 'organisationMark'>,
): Promise<string> {
  await db.transaction().execute((trx) =>
    recordAudit(trx, {
      organisationId,
      userId: null,
      actor: `${organisationMark} person`,
      at: clock.now(),
      action: policyActions.changeSessions,
      entity: 'tenant',
      before: { maxSessions: 10 },
      after: { maxSessions: 3, note: `${organisationMark} note` },
    }),
  );
  const { id } = await db
    .selectFrom('audit_log')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('organisation_id', '=', organisationId)
    .executeTakeFirstOrThrow();
  return String(id);
}

/** An address and a domain that are on the tenant's lists, which are off. @returns their ids */
async function restricted(
  { db, clock }: TestApp,
  { organisationId: tenantNumber, organisationMark }: Pick<Place, 'organisationId' | 'organisationMark'>,
): Promise<{ addressRuleId: string; emailDomainId: string }> {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const { id: addressRuleId } = await keepAddressRule(trx, tenantNumber, {
      range: '203.0.113.7',
      strategy: 'ALLOW',
      isActive: true,
      description: `${organisationMark} address`,
      now,
    });
    const { id: emailDomainId } = await keepDomain(trx, tenantNumber, { domain: 'example.org', type: 'ALLOW', now });
    return { addressRuleId, emailDomainId };
  });
}

/** A role of the organisation's own. @returns its public id */
async function roleAt(
  { db }: TestApp,
  { organisationId, organisationMark }: Pick<Place, 'organisationId' | 'organisationMark'>,
): Promise<string> {
  const { uuid } = await db
    .insertInto('identity.role')
    .values({ tenant_number: organisationId, key: randomUUID(), name: `${organisationMark} role` })
    .returning('uuid')
    .executeTakeFirstOrThrow();
  return uuid;
}

/** @returns its public id */
async function groupAt(
  { db, clock }: TestApp,
  { organisationId, organisationMark }: Pick<Place, 'organisationId' | 'organisationMark'>,
): Promise<string> {
  const { uuid } = await db
    .insertInto('identity.group')
    .values({
      tenant_number: organisationId,
      name: `${organisationMark} group ${randomUUID()}`,
      created_at: clock.now(),
    })
    .returning('uuid')
    .executeTakeFirstOrThrow();
  return uuid;
}

/** A link by which anybody may join the organisation, as whoever the session is of made it. */
async function inviteLinkAt(
  { db, clock }: TestApp,
  { organisationId: tenantNumber }: Pick<Place, 'organisationId'>,
): Promise<void> {
  const token = randomUUID();
  const expiresAt = new Date(clock.now().getTime() + 86_400_000);
  const { user_id: userId } = await db
    .selectFrom('identity.membership')
    .select('user_id')
    .where('tenant_number', '=', tenantNumber)
    .executeTakeFirstOrThrow();
  await db.transaction().execute((trx) =>
    replaceInviteLink(trx, {
      tenantNumber,
      userId,
      tokenHash: inviteHash(token),
      sealedToken: sealedInvite(installationSecrets(testSecret), token),
      shouldSendEmail: false,
      expiresAt,
    }),
  );
}

/** An identity provider that is off, with a domain, a group and somebody whom it named anew. */
async function ssoOf(
  { db, clock }: TestApp,
  { organisationId: tenantNumber, organisationMark }: Pick<Place, 'organisationId' | 'organisationMark'>,
): Promise<Record<'ssoConfigId' | 'ssoDomainId' | 'ssoGroupId', string>> {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const fields = {
      type: 'saml',
      enabled: false,
      ssoEndpoint: '',
      ssoBinding: 'redirect',
      idpEntityId: '',
      publicCertificate: '',
      signRequest: false,
      sloEndpoint: '',
      sloAnswerEndpoint: '',
      oidcClientId: '',
      sealedSecret: null,
      now,
    } as const;
    const ssoConfigId = await insertSsoConfig(trx, {
      ...fields,
      tenantNumber,
      verification: `${organisationMark} verification`,
    });
    const config = (await findSsoConfig(trx, { tenantNumber, id: ssoConfigId }))!;
    const ssoDomainId = await insertSsoDomain(trx, config, { domain: 'example.org', now });
    const ssoGroupId = (await insertSsoGroup(trx, config, { group: `${organisationMark} group`, now }))!;
    const { user_id: userId } = await trx
      .selectFrom('identity.membership')
      .select('user_id')
      .where('tenant_number', '=', tenantNumber)
      .executeTakeFirstOrThrow();
    await keepRefusedSubject(
      trx,
      {
        configNumber: config.number,
        userId,
        issuer: 'https://idp.example',
        subject: `${organisationMark} subject`,
        email: 'kim@example.org',
        name: `${organisationMark} name`,
      },
      now,
    );
    return { ssoConfigId, ssoDomainId, ssoGroupId };
  });
}

/** A directory with a secret, and a group that it looks after. */
async function directoryOf(
  { db, clock }: TestApp,
  { organisationId: tenantNumber, organisationMark }: Pick<Place, 'organisationId' | 'organisationMark'>,
): Promise<Record<'connectionId' | 'secretId', string>> {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const { number, id: connectionId } = await trx
      .insertInto('identity.scim_connection')
      .values({ tenant_number: tenantNumber, name: `${organisationMark} directory`, source: 'okta', created_at: now })
      .returning(['number', 'id'])
      .executeTakeFirstOrThrow();
    const { id: secretId } = await trx
      .insertInto('identity.scim_secret')
      .values({ connection_number: number, secret_hash: secretHash(randomUUID()), created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { connectionId, secretId };
  });
}

/** An account below the organisation's, suspended: no list of the product offers it. @returns its public id */
async function accountBelow(
  app: TestApp,
  { organisationId, organisationMark }: Pick<Place, 'organisationId' | 'organisationMark'>,
): Promise<string> {
  const number = await newOrganisation(app, {
    parentId: organisationId,
    name: `${organisationMark} account ${randomUUID()}`,
  });
  await app.db.updateTable('identity.tenant').set({ status: 'SUSPENDED' }).where('number', '=', number).execute();
  return tenantIdOf(app, { organisationId: number });
}

const tenantIdOf = async ({ db }: TestApp, { organisationId }: Pick<Place, 'organisationId'>): Promise<string> =>
  (await db.selectFrom('identity.tenant').select('id').where('number', '=', organisationId).executeTakeFirstOrThrow())
    .id;

const directories = 'directories, which are read anew for each of their pages';
/** Who holds what is asked of the database with each request. */
const rights = 'rights and lists of people, which are read anew with each request';

/** The public id of whoever the session is of. */
async function personOf({ db }: TestApp, sessionId: string): Promise<string> {
  const { uuid } = await db
    .selectFrom('identity.session as s')
    .innerJoin('identity.user as u', 'u.id', 's.user_id')
    .select('u.uuid')
    .where('s.id', '=', sessionId)
    .executeTakeFirstOrThrow();
  return uuid;
}

/** The picture of whoever the session is of. @returns its id */
function pictureOf({ db, clock }: TestApp, sessionId: string): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const { user_id: userId } = await trx
      .selectFrom('identity.session')
      .select('user_id')
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow();
    return putPicture(trx, { userId, content: Buffer.from('a picture'), now: clock.now() });
  });
}

/** @returns the id of a passkey that somebody has */
async function passkeyOf({ db, clock }: TestApp, sessionId: string): Promise<string> {
  const { user_id } = await db
    .selectFrom('identity.session')
    .select('user_id')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  const credential = {
    user_id,
    credential_id: Buffer.from(randomUUID()),
    public_key: Buffer.alloc(77),
    counter: 0,
    device_type: 'Platform',
    name: 'Example',
    created_at: clock.now(),
  };
  return (await db.insertInto('identity.passkey').values(credential).returning('id').executeTakeFirstOrThrow()).id;
}

/** A device of each kind that whoever the session is of proves themselves with. */
async function factorsOf(
  { db, clock }: TestApp,
  sessionId: string,
): Promise<Record<`${'authenticator' | 'sms' | 'webauthn'}/:deviceId`, string>> {
  const { user_id } = await db
    .selectFrom('identity.session')
    .select('user_id')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  const authenticator = await db
    .insertInto('identity.authenticator')
    .values({ user_id, sealed_secret: Buffer.alloc(0), created_at: clock.now(), confirmed_at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const phone = await db
    .insertInto('identity.phone_factor')
    .values({ user_id, phone: '+12125550123', created_at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const credential = {
    user_id,
    credential_id: Buffer.from(randomUUID()),
    public_key: Buffer.alloc(77),
    counter: 0,
    device_type: 'CrossPlatform',
    name: 'Example',
    created_at: clock.now(),
  };
  const device = await db
    .insertInto('identity.webauthn_factor')
    .values(credential)
    .returning('id')
    .executeTakeFirstOrThrow();
  return { 'authenticator/:deviceId': authenticator.id, 'sms/:deviceId': phone.id, 'webauthn/:deviceId': device.id };
}

/** @returns the id of a number that whoever the session is of has noted */
async function phoneNumberOf({ db, clock }: TestApp, sessionId: string): Promise<string> {
  const { user_id } = await db
    .selectFrom('identity.session')
    .select('user_id')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  const row = { user_id, phone: '+12125550124', created_at: clock.now(), updated_at: clock.now() };
  return (await db.insertInto('identity.phone_number').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

/** @returns the id of a browser in which whoever the session is of is asked for no second proof */
async function rememberedBrowserOf({ db, clock }: TestApp, sessionId: string): Promise<string> {
  const { user_id } = await db
    .selectFrom('identity.session')
    .select('user_id')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  const row = {
    user_id,
    token_hash: Buffer.from(randomUUID()),
    created_at: clock.now(),
    expires_at: new Date(clock.now().getTime() + 86_400_000),
  };
  return (
    await db
      .insertInto('identity.remembered_device')
      .values(row)
      .returning('id')
      .$narrowType<{ id: string }>()
      .executeTakeFirstOrThrow()
  ).id;
}

/** A token of the tenant, and one of whoever the session is of. @returns their ids */
async function tokensOf(
  { db, clock }: TestApp,
  { organisationId: tenant_number, organisationMark }: Pick<Place, 'organisationId' | 'organisationMark'>,
  sessionId: string,
): Promise<{ tenantTokenId: string; userTokenId: string; vendorTokenId: string }> {
  const { user_id } = await db
    .selectFrom('identity.session')
    .select('user_id')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  const make = async (owner: number | null) => {
    const row = {
      kind: 'API',
      tenant_number,
      user_id: owner,
      made_by: user_id,
      description: `${organisationMark} token`,
      secret_hash: Buffer.alloc(32),
      created_at: clock.now(),
    };
    return (await db.insertInto('identity.api_token').values(row).returning('id').executeTakeFirstOrThrow()).id;
  };
  const tenantTokenId = await make(null);
  return { tenantTokenId, userTokenId: await make(user_id), vendorTokenId: tenantTokenId };
}

/** @returns the id of a service that signs somebody in */
async function linkedServiceOf({ db, clock }: TestApp, sessionId: string): Promise<string> {
  const { user_id } = await db
    .selectFrom('identity.session')
    .select('user_id')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  const row = {
    provider: 'google',
    issuer: 'https://accounts.google.com',
    subject: randomUUID(),
    user_id,
    shown_as: 'someone@example.org',
    created_at: clock.now(),
  };
  return (await db.insertInto('identity.social_identity').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

const ownNumbers = 'the person’s own telephone numbers';
const ownFactors = 'the person’s own factors';
const ownFactor = (path: string) => [`post /identity/resources/users/v1/mfa/${path}`, ownFactors] as const;
const ownFactorCalls = [
  'enroll',
  'enroll/verify',
  'authenticator/enroll',
  'authenticator/enroll/verify',
  'sms/enroll',
  'sms/enroll/verify',
  'disable',
  'authenticator/:deviceId/disable/verify',
  'sms/:deviceId/disable',
  'sms/:deviceId/disable/verify',
  'webauthn/enroll',
  'webauthn/enroll/verify',
  'webauthn/:deviceId/disable',
  'webauthn/:deviceId/disable/verify',
];
const policyCalls = ['post', 'patch'].map(
  (method) =>
    [`${method} /identity/resources/configurations/v1/mfa-policy`, 'how the tenant’s people sign in'] as const,
);

const providers = 'where the tenant’s people sign in';

export const example = defineExample({
  async records(app, place) {
    const [sessionId, otherSession] = [await signedIn(app, place), await signedIn(app, place)];
    const personId = await personOf(app, sessionId);
    await inviteLinkAt(app, place);
    return {
      ...(await factorsOf(app, sessionId)),
      'audits/:auditId': await logged(app, place),
      'sessions/:id': sessionId,
      otherSession,
      personId,
      memberId: personId,
      pictureId: await pictureOf(app, sessionId),
      ...(await restricted(app, place)),
      ...(await ssoOf(app, place)),
      ...(await directoryOf(app, place)),
      ownSessionId: otherSession,
      'devices/:deviceId': await passkeyOf(app, sessionId),
      phoneId: await phoneNumberOf(app, sessionId),
      browserId: await rememberedBrowserOf(app, sessionId),
      passkeyId: await passkeyOf(app, sessionId),
      provider: 'google',
      identityId: await linkedServiceOf(app, sessionId),
      oauthClientId: (await newClient(app)).id,
      roleId: await roleAt(app, place),
      groupId: await groupAt(app, place),
      'Users/:id': personId,
      'Groups/:id': await groupAt(app, place),
      'Schemas/:id': 'urn:ietf:params:scim:schemas:core:2.0:User',
      'ResourceTypes/:id': 'User',
      ...(await tokensOf(app, place, sessionId)),
      permissionKey: 'fe.secure.read.users',
      ipAddress: '203.0.113.9',
      belowId: await tenantIdOf(app, place),
      subTenantId: await tenantIdOf(app, place),
      subUserId: personId,
      accountId: await accountBelow(app, place),
      _tenantIds: await tenantIdOf(app, place),
    };
  },

  async *changes({ otherSession }) {
    yield { route: 'delete /rest/v1/sessions/:id', shown: false };
    yield { route: 'put /identity/resources/users/v2/me', body: { name: 'Another name' } };
    yield { route: 'post /account/profile', form: { name: 'A further name', locale: 'en_US' } };
    yield { route: 'post /sessions/:id/end', values: { id: otherSession }, form: {}, shown: false };
  },

  silent: {
    'post /privacy-policy': 'the person’s own consent',
    'post /rest/v1/user/privacy-policy': 'the person’s own consent',
    'post /password-reset/force': 'the person’s own password',
    'post /preferences': 'the person’s own language and unit, which the keys of kept pages hold',
    'post /rest/v1/session/keep-alive': 'the session',
    'post /identity/resources/users/v1/phone': ownFactors,
    'post /identity/resources/users/v1/phone/verify': ownFactors,
    'put /identity/resources/users/v1/tenant': 'the person’s own session',
    'post /account/all-accounts/:accountId/open': 'the person’s own session',
    'post /account/step-up': 'the person’s own session',
    'post /account/invitation/join': rights,
    'post /identity/resources/users/v3/me/token': 'nothing: it answers a token',
    ...Object.fromEntries(
      [
        'post /tenants/resources/sub-tenants/v1',
        'patch /tenants/resources/sub-tenants/v1/:subTenantId',
        'delete /tenants/resources/sub-tenants/v1/:subTenantId',
        'put /tenants/resources/sub-tenants/v1/:subTenantId/management',
        'put /tenants/resources/sub-tenants/v1/:subTenantId/hierarchy-settings',
        ...[
          'new',
          ...['name', 'move', 'delete', 'people', 'people/:memberId/roles'].map((form) => `:accountId/${form}`),
          ...['people/:memberId/access', 'people/:memberId/remove'].map((form) => `:accountId/${form}`),
        ].map((form) => `post /account/all-accounts/${form}`),
      ].map((route) => [route, 'a tenant below, whose pages are its own']),
    ),
    'put /team/resources/profile/me/image/v1': 'a picture, which no page shows',
    'post /metadata/admin-box': 'what front ends of the identity API show',
    'post /identity/resources/users/v1/passwords/change': 'the person’s own password',
    'post /identity/resources/users/v1/passwords/breached/reset/bulk': 'nothing: it mails',
    'post /identity/resources/configurations/v1/password-history-policy': 'what is asked of passwords to come',
    'patch /identity/resources/configurations/v1/password-history-policy': 'what is asked of passwords to come',
    'post /identity/resources/configurations/v1/password': 'what is asked of passwords to come',
    'post /identity/resources/configurations/v1/password-rotation': 'what is asked of passwords that get old',
    'post /identity/resources/users/webauthn/v1/devices': 'nothing: it asks',
    'post /identity/resources/users/webauthn/v1/devices/verify': 'the person’s own passkeys',
    'delete /identity/resources/users/webauthn/v1/devices/:deviceId': 'the person’s own passkeys',
    'post /identity/resources/auth/v1/user/step-up/generate': 'the person’s own session',
    ...Object.fromEntries(
      [
        'profile/picture',
        'profile/picture/remove',
        'password',
        'second-factors/authenticator',
        'second-factors/authenticator/verify',
        'second-factors/sms',
        'second-factors/sms/verify',
        'second-factors/off',
        'second-factors/authenticator/:deviceId/off',
        'second-factors/sms/:deviceId/off',
        'second-factors/webauthn',
        'second-factors/webauthn/verify',
        'second-factors/webauthn/:deviceId/name',
        'second-factors/webauthn/:deviceId/off',
        'second-factors/email/off',
        'second-factors/recovery-codes',
        'second-factors/browsers/:browserId/forget',
        'second-factors/forget-browsers',
        'passkeys/:passkeyId/remove',
        'sessions/end-others',
        'sessions/:ownSessionId/end',
        'phone-numbers',
        'phone-numbers/verify',
        'phone-numbers/:phoneId/code',
        'phone-numbers/:phoneId/remove',
        'phone-numbers/:phoneId/remove/verify',
        'confirm',
        'confirm/code',
        'confirm/verify',
        'api-tokens',
        'api-tokens/:userTokenId/remove',
        'linked-services/:provider/link',
        'linked-services/:identityId/remove',
        'apps/:oauthClientId/remove',
      ].map((path) => [`post /account/${path}`, 'the person’s own account, which is read anew for each of its pages']),
    ),
    ...Object.fromEntries(
      ['post ', 'post /preverify', 'post /verify', 'delete /:phoneId', 'post /:phoneId/delete/verify'].map((call) => [
        call.replace(' ', ' /identity/resources/users/phone-numbers/v1'),
        ownNumbers,
      ]),
    ),
    ...Object.fromEntries([...ownFactorCalls.map(ownFactor), ...policyCalls]),
    ...Object.fromEntries(
      [
        'post /configurations',
        'post /configurations/metadata',
        'post /configurations/metadata-url',
        'patch /configurations/:ssoConfigId',
        'delete /configurations/:ssoConfigId',
        'put /configurations/:ssoConfigId/metadata',
        'put /configurations/:ssoConfigId/metadata-url',
        'post /configurations/:ssoConfigId/domains',
        'delete /configurations/:ssoConfigId/domains/:ssoDomainId',
        'put /configurations/:ssoConfigId/domains/:ssoDomainId/validate',
        'put /configurations/:ssoConfigId/roles',
        'post /configurations/:ssoConfigId/groups',
        'patch /configurations/:ssoConfigId/groups/:ssoGroupId',
        'delete /configurations/:ssoConfigId/groups/:ssoGroupId',
        'post /saml/configurations',
        'put /saml/configurations/metadata',
        'put /saml/validations/domain',
        'post /saml/configurations/roles/default',
      ].map((route) => [route.replace(' ', ' /team/resources/sso/v1'), providers]),
    ),
    ...Object.fromEntries(
      ['post ', 'patch /:ssoGroupId', 'delete /:ssoGroupId'].map((route) => [
        route.replace(' ', ' /team/resources/sso/v2/saml/configurations/groups'),
        providers,
      ]),
    ),
    'put /team/resources/sso/v2/configurations/:ssoConfigId/domains/:ssoDomainId/validate': providers,
    ...Object.fromEntries(
      [
        '',
        ...['provider', 'metadata', 'domains', 'roles', 'test', 'switch', 'refused'].map(
          (step) => `/:ssoConfigId/${step}`,
        ),
      ].map((route) => [`post /sso${route}`, providers]),
    ),
    ...Object.fromEntries(
      [
        'post /api-tokens',
        'post /api-tokens/:tenantTokenId/remove',
        'post /identity/resources/tenants/api-tokens/v2',
        'post /identity/resources/tenants/access-tokens/v1',
        ...['api-tokens', 'access-tokens'].flatMap((kind) => [
          `post /identity/resources/users/${kind}/v1`,
          `delete /identity/resources/users/${kind}/v1/:userTokenId`,
          `delete /identity/resources/tenants/${kind}/v1/:tenantTokenId`,
        ]),
      ].map((route) => [route, 'tokens, which are read anew for each of their pages']),
    ),
    ...Object.fromEntries(
      ['new', ':oauthClientId', ...['secret', 'off', 'on', 'remove'].map((step) => `:oauthClientId/${step}`)].map(
        (step) => [`post /oauth-clients/${step}`, 'programs that sign people in, which are read anew for their page'],
      ),
    ),
    ...Object.fromEntries(
      [
        'post /account/provisioning',
        ...['rotate', 'sync', 'remove', 'secrets/:secretId/revoke'].map(
          (step) => `post /account/provisioning/:connectionId/${step}`,
        ),
        'post /directory/resources/v1/configurations/scim2',
        ...['patch', 'delete'].map((method) => `${method} /directory/resources/v1/configurations/scim2/:connectionId`),
      ].map((route) => [route, directories]),
    ),
    ...Object.fromEntries(
      ['Users', 'Groups'].flatMap((kind) => [
        [`post /scim/v2/:connectionId/${kind}`, rights],
        ...['put', 'patch', 'delete'].map((method) => [`${method} /scim/v2/:connectionId/${kind}/:id`, rights]),
      ]),
    ),
    'delete /identity/resources/users/sessions/v1/me/all': 'the person’s own sessions',
    'delete /identity/resources/users/sessions/v1/me/:ownSessionId': 'the person’s own session',
    'post /identity/resources/users/sessions/v1/revoke': 'sessions',
    'post /identity/resources/impersonation/v1': 'a session of one’s own',
    'post /account/privacy/copy': 'nothing, it is a download',
    'post /account/privacy/delete': 'the person’s own account',
    ...Object.fromEntries(
      [
        'post /identity/resources/configurations/sessions/v1',
        'post /identity/resources/configurations/v1/lockout-policy',
        'patch /identity/resources/configurations/v1/lockout-policy',
        ...['', '/bulk', '/config', '/verify', '/verify/allow'].map(
          (rest) => `post /identity/resources/configurations/v1/restrictions/ip${rest}`,
        ),
        'delete /identity/resources/configurations/v1/restrictions/ip/:addressRuleId',
        ...['csv', 'csv/v2', 'pdf'].map((format) => `post /audits/export/${format}`),
        ...securitySections.map((section) => `post /account/security/${section}`),
        ...['addresses', 'domains'].flatMap((list) =>
          ['', '/switch'].map((form) => `post /account/restrictions/${list}${form}`),
        ),
        'post /account/audits/check',
        'post /account/audits/retention',
        'post /account/restrictions/addresses/:addressRuleId/remove',
        'post /account/restrictions/domains/:emailDomainId/remove',
        ...['', '/config'].map((rest) => `post /identity/resources/configurations/restrictions/v1/email-domain${rest}`),
        ...['patch', 'delete'].map(
          (method) => `${method} /identity/resources/configurations/restrictions/v1/email-domain/:emailDomainId`,
        ),
      ].map((route) => [route, 'what the tenant demands of its people']),
    ),
    ...Object.fromEntries(
      [
        ...[
          'new',
          'invite',
          'invite/revoke',
          ':memberId',
          ...['end', 'active', 'unlock', 'resend', 'remove'].map((form) => `:memberId/${form}`),
        ].map((form) => `post /account/users/${form}`),
        'post /account/roles',
        'post /account/roles/:roleId',
        'post /account/roles/:roleId/delete',
        ...['', '/settings', '/:groupId', '/:groupId/roles', '/:groupId/users', '/:groupId/delete'].map(
          (form) => `post /account/groups${form}`,
        ),
        'post /account/groups/:groupId/users/:memberId/remove',
        ...['', '/logo', '/logo/remove'].map((form) => `post /account/organization${form}`),
        'post /identity/resources/roles/v1',
        'post /identity/resources/roles/v2',
        'patch /identity/resources/roles/v1/:roleId',
        'delete /identity/resources/roles/v1/:roleId',
        'put /identity/resources/roles/v1/:roleId/permissions',
        'put /identity/resources/permissions/v1/:permissionKey/roles',
        'post /identity/resources/groups/v1',
        'post /identity/resources/groups/v1/config',
        'post /identity/resources/groups/v1/bulkGet',
        'patch /identity/resources/groups/v1/:groupId',
        'delete /identity/resources/groups/v1/:groupId',
        'post /identity/resources/groups/v1/:groupId/roles',
        'delete /identity/resources/groups/v1/:groupId/roles',
        'post /identity/resources/groups/v1/:groupId/users',
        'delete /identity/resources/groups/v1/:groupId/users',
        'put /team/resources/members/v1',
        'delete /team/resources/members/v1/:memberId',
        'post /team/resources/members/v1/:memberId/resendActivationEmail',
        'post /identity/resources/users/v2',
        'post /identity/resources/users/v1/:memberId/unlock',
        ...['disable', 'enable'].map((way) => `post /identity/resources/tenants/users/v1/:memberId/${way}`),
        'put /identity/resources/users/temporary/v1/:memberId',
        'delete /identity/resources/users/temporary/v1/:memberId',
        ...['post', 'delete'].map((method) => `${method} /identity/resources/sub-tenants/users/v1`),
        'post /identity/resources/sub-tenants/users/v2',
        ...['post', 'patch', 'delete'].map(
          (method) => `${method} /identity/resources/sub-tenants/users/v1/:subUserId/roles`,
        ),
        'put /identity/resources/sub-tenants/users/v1/:subUserId/access',
        'post /identity/resources/tenants/users/v1/count',
        'put /tenants/resources/account-settings/v1',
        'post /identity/resources/tenants/invites/v1/user',
        'patch /identity/resources/tenants/invites/v1/user',
        'delete /identity/resources/tenants/invites/v1/user',
      ].map((route) => [route, rights]),
    ),
  },
  unshown: {
    http_session: 'a browser',
    'identity.session': 'who is signed in',
    'identity.session_sample': 'how many were',
    'identity.password_token': 'links to come in by',
    'identity.entry_secret': 'links and codes to come in by',
    'identity.entry_try': 'wrong codes of late',
    'identity.phone_secret': 'codes to come in by',
    'identity.invitation': 'links to join by',
    'identity.password_history': 'passwords of before',
    'identity.password_history_policy': 'what is asked of passwords',
    'identity.password_policy': 'what is asked of passwords',
    'identity.passkey': 'the person’s own passkeys',
    'identity.social_identity': 'the person’s own linked services',
    'identity.webauthn_challenge': 'what an authenticator is asked for',
    'identity.phone_number': ownNumbers,
    'identity.authenticator': ownFactors,
    'identity.phone_factor': ownFactors,
    'identity.webauthn_factor': ownFactors,
    'identity.second_factor': ownFactors,
    'identity.recovery_code': ownFactors,
    'identity.remembered_device': ownFactors,
    'identity.pending_sign_in': 'sign-ins in progress',
    'identity.one_time_code': 'codes on their way',
    'identity.mfa_policy': 'how people sign in',
    'identity.session_policy': 'how long sessions live',
    'identity.support_policy': 'whether staff may take a client view',
    'identity.lockout_policy': 'when accounts are locked',
    'identity.address_policy': 'from where people come in',
    'identity.address_rule': 'from where people come in',
    'identity.email_domain_policy': 'where new addresses may be',
    'identity.email_domain': 'where new addresses may be',
    'identity.group': rights,
    'identity.group_role': rights,
    'identity.group_user': rights,
    'identity.group_config': rights,
    'identity.invite_link': rights,
    'identity.invite_link_role': rights,
    'identity.tenant_login_box': 'what front ends of the identity API show',
    'identity.tenant_settings': 'what front ends of the identity API show',
    'identity.picture': 'nobody’s page',
    ...Object.fromEntries(
      ['config', 'config_role', 'domain', 'group', 'group_role', 'refused_subject'].map((table) => [
        `identity.sso_${table}`,
        providers,
      ]),
    ),
    ...Object.fromEntries(
      ['connection', 'secret', 'user', 'group', 'call'].map((table) => [`identity.scim_${table}`, directories]),
    ),
    'identity.api_token': 'tokens, which are read anew for each of their pages',
    'identity.api_token_role': 'tokens, which are read anew for each of their pages',
    'identity.signing_key': 'the installation’s own keys',
    'identity.saml_key': 'the installation’s own keys',
    ...Object.fromEntries(
      ['client', 'request', 'code', 'grant', 'consent'].map((table) => [
        `identity.oauth_${table}`,
        'programs that sign people in, which are read anew for their page',
      ]),
    ),
  },
});
