import { accountScreens } from '../../views/identity/account/account-frame';
import { fail } from '../platform/errors';
import type { NavEntry } from '../platform/feature';
import type { Route } from '../platform/http/define-route';
import type { RequestOrigin, Authentication, Barred, Bearer } from '../platform/http/principals';
import type { ProofOfPerson } from '../platform/http/proof-of-person';
import type { Surface } from '../platform/http/surface';
import type { OwnGrant } from '../platform/http/web-session';
import type { Channel, Job } from '../platform/resources';
import type { Visitor } from '../platform/visitor';
import { findProgram, isOfProgram } from './core/api-tokens/program-bearer';
import { tellOfTokenJob } from './core/api-tokens/token-mail.job';
import { isVendorToken } from './core/api-tokens/vendor';
import { sweepEndedJob } from './core/ended/sweep-ended.job';
import { eraseUserJob } from './core/erasure/erase-user.job';
import { sendInvitationsJob } from './core/invitations/invitation.service';
import { smsChannel } from './core/messages/sms-channel';
import { tellOwnersJob } from './core/owners/break-glass-mail.job';
import { sendActivationLinkJob, sendActivationToAddressJob } from './core/passwords/activation-link';
import { sendResetLinkJob } from './core/passwords/reset-link';
import { countRefusalsJob } from './core/refusals/count-refusals.job';
import { bySession, keptOutElsewhere } from './core/sessions/kept-out-elsewhere';
import { sampleSessionsJob } from './core/sessions/session-sample.job';
import { findSignedIn } from './core/sessions/session.store';
import { createTokens } from './core/tokens/tokens';
import { hostIdentity, type HostedIdentity, type Hosting } from './hosting';
import { confirmAt } from './pages/account/account-page';
import { accountRoutes } from './pages/account/account.routes';
import { administrationSections } from './pages/administration/administration-page';
import { administrationPages } from './pages/administration/administration.routes';
import { allAccountsPages } from './pages/all-accounts/all-accounts.routes';
import { apiTokenPages } from './pages/api-tokens/api-token-pages.routes';
import { auditPages } from './pages/audits/audits.routes';
import { groupPages } from './pages/groups/groups.routes';
import { hostedLoginRoutes } from './pages/hosted-login/hosted-login.routes';
import { renewOwnGrant } from './pages/hosted-login/hosted-login.service';
import { oauthClientPages } from './pages/oauth/oauth-client-pages.routes';
import { organizationPages } from './pages/organization/organization.routes';
import { provisioningPages } from './pages/provisioning/provisioning.routes';
import { rolePages } from './pages/roles/roles.routes';
import { accessPages } from './pages/security/access.routes';
import { securitySections } from './pages/security/security-forms.contract';
import { securityPages } from './pages/security/security.routes';
import { sessionListRoutes } from './pages/sessions/session-list.routes';
import { sessionRoutes } from './pages/sessions/session.routes';
import { activationRoutes } from './pages/sign-in/activation.routes';
import { invitationRoutes } from './pages/sign-in/invitation.routes';
import { joinRoutes } from './pages/sign-in/join.routes';
import { landingRoutes } from './pages/sign-in/landing.routes';
import { loginBoxRoutes } from './pages/sign-in/login-box.routes';
import { passkeyPromptRoutes } from './pages/sign-in/passkey-prompt.routes';
import { passwordRoutes } from './pages/sign-in/password.routes';
import { policyRoutes } from './pages/sign-in/privacy.routes';
import { resetPhoneRoutes } from './pages/sign-in/reset-phone.routes';
import { secondFactorRoutes } from './pages/sign-in/second-factor.routes';
import { signInRoutes } from './pages/sign-in/sign-in.routes';
import { signUpRoutes } from './pages/sign-in/sign-up.routes';
import { ssoLoginRoutes } from './pages/sign-in/sso-login.routes';
import { ssoPages } from './pages/sso/sso-pages.routes';
import { teamPages } from './pages/team/team.routes';
import type { IdentityParts } from './parts';
import { isAddressAllowed } from './policies/addresses/address-entry';
import { createPasswordBreaches } from './policies/breaches/breaches';
import { createCaptcha } from './policies/captcha/captcha';
import { takesPasswords } from './policies/strategies/passwords-taken';
import type { IdentityPorts, SignedIn } from './ports';
import { apiTokenRoutes } from './protocols/api-tokens/api-token.routes';
import { exchangeRoutes } from './protocols/api-tokens/exchange.routes';
import { auditRoutes } from './protocols/audits/audit.routes';
import { oauthRoutes } from './protocols/oauth/oauth.routes';
import { passkeyRoutes } from './protocols/passkey/passkey.routes';
import { accountLifeRoutes } from './protocols/people/account-life.routes';
import { groupRoutes } from './protocols/people/group.routes';
import { inviteRoutes } from './protocols/people/invite.routes';
import { phoneNumberRoutes } from './protocols/people/phone-number.routes';
import { preferencesRoutes } from './protocols/people/preferences.routes';
import { profileRoutes } from './protocols/people/profile.routes';
import { roleRoutes } from './protocols/people/role.routes';
import { teamRoutes } from './protocols/people/team.routes';
import { addressRoutes } from './protocols/policies/address.routes';
import { emailDomainRoutes } from './protocols/policies/email-domain.routes';
import { globalPolicyRoutes } from './protocols/policies/global-policy.routes';
import { lockoutRoutes } from './protocols/policies/lockout-policy.routes';
import { mfaPolicyRoutes } from './protocols/policies/mfa-policy.routes';
import { passwordPolicyRoutes } from './protocols/policies/password-policy.routes';
import { sessionPolicyRoutes } from './protocols/policies/session-policy.routes';
import { provisioningRoutes } from './protocols/provisioning/provisioning.routes';
import { scimSurface } from './protocols/scim/scim-surface';
import { scimRoutes } from './protocols/scim/scim.routes';
import { mfaSignInRoutes } from './protocols/second-factor/mfa-sign-in.routes';
import { ownFactorRoutes } from './protocols/second-factor/own-factors.routes';
import { impersonationRoutes } from './protocols/sessions/impersonation.routes';
import { ownSessionRoutes } from './protocols/sessions/own-session.routes';
import { tokenRoutes } from './protocols/sessions/token.routes';
import { breachRoutes } from './protocols/sign-in/breach.routes';
import { passwordCalls } from './protocols/sign-in/password-calls.routes';
import { passwordlessRoutes } from './protocols/sign-in/passwordless.routes';
import { phoneRoutes } from './protocols/sign-in/phone.routes';
import { socialSignInRoutes } from './protocols/social/social-sign-in.routes';
import { oidcLogoutRoutes } from './protocols/sso/oidc-logout.routes';
import { oidcSignInRoutes } from './protocols/sso/oidc-sign-in.routes';
import { samlLogoutRoutes } from './protocols/sso/saml-logout.routes';
import { samlPostingRoutes } from './protocols/sso/saml-posting.routes';
import { samlRoutes } from './protocols/sso/saml.routes';
import { spMetadataRoutes } from './protocols/sso/sp-metadata.routes';
import { ssoSignInRoutes } from './protocols/sso/sso-sign-in.routes';
import { ssoRoutes } from './protocols/sso/sso.routes';
import { subTenantRoutes } from './protocols/tenants/sub-tenant.routes';
import { tenantRoutes } from './protocols/tenants/tenant.routes';
import { captchaRoutes } from './protocols/wire/captcha.routes';
import { metadataRoutes } from './protocols/wire/metadata.routes';
import { startUpRoutes } from './protocols/wire/start-up.routes';
import { vendorRoutes } from './protocols/wire/vendor.routes';
import { zendeskRoutes } from './protocols/zendesk/zendesk.routes';
import { tellOfPasskeyJob } from './ways-in/passkey/passkey-mail.job';
import { createSessionAuthentication, type SessionAuthentication } from './ways-in/passport/session-authentication';
import { createPassport } from './ways-in/passport/way-in';
import { sendBreachedLinkJob, sendBreachedLinksJob } from './ways-in/password/breach-mail';
import { sendEntryJob } from './ways-in/passwordless/entry-mail';
import { sendPhoneCodeJob } from './ways-in/phone/phone-code.job';
import { tellOfPhoneJob } from './ways-in/phone/phone-told.job';
import { missingProof } from './ways-in/second-factor/confirm-person.service';
import { tellOfRecoveryCodesJob } from './ways-in/second-factor/recovery-codes.job';
import { sendTakenJob } from './ways-in/sign-up/sign-up.service';
import { tellOfSocialJob } from './ways-in/social/social-mail.job';
import { tellLoginGivenUpJob, tellWithdrawnJob } from './ways-in/sso/domain-claim-mail.job';
import { createDomainProofs } from './ways-in/sso/domain-proof';
import { createOidcProviders } from './ways-in/sso/oidc-providers';
import { recheckDomainsJob } from './ways-in/sso/recheck-domains.job';
import { checkWaysIn, createWaysIn } from './ways-in/ways-in';

export { permissions as identityPermissions } from './identity.permissions';
export { userActions } from './identity.audit';
export { endPasswordLinks, makePasswordLink, type PasswordLink } from './core/passwords/password-link';
export type { NewTenant } from './ports';
export { smsChannel } from './core/messages/sms-channel';
export { identitySurface } from './protocols/wire/identity-surface';
export { staffOnly } from './protocols/oauth/staff-only';
export { oauthSurface } from './protocols/oauth/oauth-surface';
export { clientViews } from './core/sessions/client-view.store';
export { addSpKey as addSamlKey } from './ways-in/sso/sp-keys';
export { addMember } from './core/memberships/membership.store';
export { identityDataOf } from './core/erasure/personal-data.store';
export { seedRoles } from './core/memberships/role-seed.store';
export { members } from './core/members/members';
export { pins } from './core/secrets/pins';
export { addSessionSamples } from './core/sessions/session-list.store';
export { people } from './core/members/people';
export { tenants } from './core/tenants/tenants';
export { addTenant, addUser, findAccount, isPasswordOf } from './core/accounts/user.store';

export const identityJobs: Job[] = [
  sendResetLinkJob,
  sendActivationLinkJob,
  sendActivationToAddressJob,
  sendEntryJob,
  sendInvitationsJob,
  sendTakenJob,
  tellOfPasskeyJob,
  tellOfRecoveryCodesJob,
  sampleSessionsJob,
  sweepEndedJob,
  sendBreachedLinkJob,
  sendBreachedLinksJob,
  sendPhoneCodeJob,
  tellOfPhoneJob,
  recheckDomainsJob,
  tellWithdrawnJob,
  tellLoginGivenUpJob,
  countRefusalsJob,
  tellOwnersJob,
  tellOfSocialJob,
  tellOfTokenJob,
  eraseUserJob,
];

export const identityChannels: Channel[] = [smsChannel];

/** What can be set on a section's page, by which the search finds it too. */
const settingsOfSection = {
  '/account/security': securitySections.map((section) => `security.${section}.title` as const),
  '/account/restrictions': ['security.access.addresses', 'security.access.domains'],
  '/account/organization': [
    'organizationSettings.address',
    'organizationSettings.timezone',
    'organizationSettings.currency',
    'organizationSettings.logo',
  ],
} satisfies Record<string, NavEntry['settings']>;

export const identityNav: NavEntry[] = [
  { menu: 'ccmTools', href: '/sessions', label: 'sessions.title', order: 10, needs: 'VIEW_CCM_TOOLS_TAB' },
  { menu: 'ccmTools', href: '/oauth-clients', label: 'oauthClients.title', order: 40, needs: 'VIEW_CCM_TOOLS_TAB' },
  {
    menu: 'configuration',
    href: '/account/administration',
    label: 'administration.title',
    order: 80,
    needs: 'fe.secure.write.users',
  },
  ...Object.values(administrationSections).map(({ href, title }, at): NavEntry => ({
    menu: 'configuration',
    href,
    label: title,
    order: 80.1 + at / 100,
    unlisted: true,
    ...(href in settingsOfSection ? { settings: settingsOfSection[href as keyof typeof settingsOfSection] } : {}),
  })),
  {
    menu: 'configuration',
    href: '/account/users/new',
    label: 'team.add',
    order: 80.5,
    needs: 'fe.secure.write.users',
    unlisted: true,
  },
  {
    menu: 'configuration',
    href: '/account/all-accounts/new',
    label: 'allAccounts.create',
    order: 80.6,
    unlisted: true,
  },
  {
    menu: 'account',
    href: '/account/profile',
    label: 'account.title',
    order: 0,
    settings: ['account.profile.name', 'account.profile.picture', 'layout.language'],
  },
  ...accountScreens
    .filter(([, href]) => href !== '/account/profile')
    .map(([id, href], at): NavEntry => ({
      menu: 'account',
      href,
      label: `account.${id}.title`,
      order: 0.1 + at / 100,
      unlisted: true,
    })),
  { menu: 'ccmTools', href: '/oauth-clients/new', label: 'oauthClients.add', order: 41, unlisted: true },
];

export interface Identity {
  routes: Route[];
  /** What stands behind the middleware that opens web sessions. */
  initializeSession: SessionAuthentication['initialize'];
  logIn: SessionAuthentication['logIn'];
  authenticateSession: SessionAuthentication['authenticate'];
  /** The same for an access token, and for the tokens of programs. */
  authenticateBearer(token: string, asked: RequestOrigin): Promise<Bearer | null>;
  /** Another of what our own pages hold of the OpenID provider; null where it says no: the session has ended then. */
  renewGrant(visitor: Visitor, grant: OwnGrant): Promise<OwnGrant | null>;
  /** Whether somebody has just proved to be themselves, and where they are asked. */
  proofOfPerson: ProofOfPerson;
  /** Whether a token is one of the installation's own back-end clients. */
  isVendorToken(token: string, now: Date): Promise<boolean>;
  /** The door of customers' directories. */
  directorySurface: Surface;
  /** All of this as a router of another application than Tare, with pages in its layout. */
  host(hosting: Hosting): HostedIdentity;
}

/** The identity wing: all it needs comes through the ports, all it gives is here. */
export function createIdentity(ports: IdentityPorts): Identity {
  const { db } = ports;
  const tokens = createTokens(ports);
  const made: IdentityParts = {
    ...ports,
    tokens,
    breaches: createPasswordBreaches(ports),
    captcha: createCaptcha(ports),
    domainProofs: createDomainProofs(ports.config.dnsServers),
    oidcProviders: createOidcProviders(ports),
  };
  const passport = createPassport();
  const parts = { ...made, waysIn: createWaysIn(passport, made) };

  async function knownAs(person: SignedIn | null, { ip }: RequestOrigin): Promise<Authentication | Barred | null> {
    if (person && !(await isAddressAllowed(db, person, ip))) return { barred: true };
    const actor = person && (await ports.actorOf(person));
    if (!person || !actor) return null;
    const keptOutOf = (organisationId: number) =>
      keptOutElsewhere(db, { person, ip, by: bySession(person.sessionId) }, organisationId);
    return {
      actor,
      privacyAccepted: person.privacyAccepted,
      passwordResetRequired: person.passwordResetRequired && takesPasswords(ports),
      keptOutOf,
    };
  }

  async function inTenant(person: SignedIn, { tenantId, now }: RequestOrigin): Promise<SignedIn> {
    if (tenantId === undefined || person.tenantId === tenantId) return person;
    const there = await findSignedIn(db, { sessionId: person.sessionId, now, tenantId });
    if (!there) throw fail.forbidden('identity.notYourTenant');
    return there;
  }

  const session = createSessionAuthentication({ passport, db, inTenant, knownAs });
  const routes = [
    ...signInRoutes(parts),
    ...loginBoxRoutes(parts),
    ...resetPhoneRoutes(parts),
    ...passwordRoutes(parts),
    ...policyRoutes(),
    ...sessionRoutes(),
    ...sessionListRoutes,
    ...preferencesRoutes(ports),
    ...tokenRoutes(parts),
    ...profileRoutes(parts),
    ...startUpRoutes(parts),
    ...metadataRoutes(parts),
    ...passwordlessRoutes(parts),
    ...phoneRoutes(parts),
    ...passwordCalls(parts),
    ...passwordPolicyRoutes,
    ...accountLifeRoutes(parts),
    ...signUpRoutes(parts),
    ...activationRoutes(parts),
    ...invitationRoutes(parts),
    ...joinRoutes(),
    ...landingRoutes(parts),
    ...passkeyRoutes(parts),
    ...phoneNumberRoutes(parts),
    ...accountRoutes(parts),
    ...mfaSignInRoutes(parts),
    ...ownFactorRoutes(parts),
    ...mfaPolicyRoutes(parts),
    ...secondFactorRoutes(parts),
    ...ownSessionRoutes,
    ...impersonationRoutes(parts),
    ...sessionPolicyRoutes,
    ...addressRoutes,
    ...emailDomainRoutes,
    ...lockoutRoutes,
    ...globalPolicyRoutes(parts),
    ...roleRoutes(parts),
    ...groupRoutes(parts),
    ...teamRoutes(parts),
    ...inviteRoutes(parts),
    ...tenantRoutes,
    ...auditRoutes(parts),
    ...auditPages,
    ...rolePages,
    ...administrationPages,
    ...teamPages(parts),
    ...groupPages,
    ...organizationPages,
    ...allAccountsPages(parts),
    ...subTenantRoutes(parts),
    ...ssoRoutes(parts),
    ...samlRoutes(parts),
    ...ssoSignInRoutes(parts),
    ...samlPostingRoutes(parts),
    ...oidcSignInRoutes(parts),
    ...oidcLogoutRoutes(parts),
    ...spMetadataRoutes(parts),
    ...samlLogoutRoutes(parts),
    ...provisioningRoutes,
    ...provisioningPages(parts),
    ...scimRoutes(parts),
    ...ssoPages(parts),
    ...securityPages,
    ...accessPages,
    ...captchaRoutes(parts),
    ...breachRoutes(parts),
    ...passkeyPromptRoutes(parts),
    ...apiTokenRoutes(parts),
    ...apiTokenPages(parts),
    ...exchangeRoutes(parts),
    ...ssoLoginRoutes(parts),
    ...zendeskRoutes(parts),
    ...vendorRoutes(parts),
    ...socialSignInRoutes(parts),
    ...hostedLoginRoutes(parts),
    ...oauthRoutes(parts),
    ...oauthClientPages(parts),
  ];
  checkWaysIn(routes, parts.waysIn);

  const identity: Omit<Identity, 'host'> = {
    routes,
    initializeSession: session.initialize,
    logIn: session.logIn,
    authenticateSession: session.authenticate,
    async authenticateBearer(token, asked) {
      if (isOfProgram(token)) return findProgram({ ...ports, keys: tokens.keys }, token, asked);
      const bearer = await tokens.findBearer(token, asked.now);
      if (!bearer) return null;
      const { person, scopes } = bearer;
      if (scopes === null) return knownAs(person && (await inTenant(person, asked)), asked);
      // What a client was given in one tenant opens no other.
      if (asked.tenantId !== undefined && asked.tenantId !== person.tenantId)
        throw fail.forbidden('identity.notYourTenant');
      const known = await knownAs(person, asked);
      return known && 'actor' in known ? { ...known, scopes } : known;
    },
    renewGrant: renewOwnGrant,
    proofOfPerson: { missing: (actor, now) => missingProof(db, actor, now), askedAt: confirmAt },
    directorySurface: scimSurface(ports),
    isVendorToken: (token, now) => isVendorToken({ ...ports, keys: tokens.keys }, token, now),
  };
  return { ...identity, host: (hosting) => hostIdentity(identity, hosting) };
}
