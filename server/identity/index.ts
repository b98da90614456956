import { fail } from '../platform/errors';
import type { NavEntry } from '../platform/feature';
import type { Route } from '../platform/http/define-route';
import type { RequestOrigin, Authentication, Barred, Bearer } from '../platform/http/principals';
import type { ProofOfPerson } from '../platform/http/proof-of-person';
import type { OwnGrant } from '../platform/http/web-session';
import type { Channel, Job } from '../platform/resources';
import type { Visitor } from '../platform/visitor';
import { confirmAt } from './account/account-page';
import { accountRoutes } from './account/account.routes';
import { missingProof } from './account/confirm-person.service';
import { apiTokenPages } from './api-tokens/api-token-pages.routes';
import { apiTokenRoutes } from './api-tokens/api-token.routes';
import { exchangeRoutes } from './api-tokens/exchange.routes';
import { findProgram, isOfProgram } from './api-tokens/program-bearer';
import { tellOfTokenJob } from './api-tokens/token-mail.job';
import { isVendorToken } from './api-tokens/vendor';
import { sendBreachedLinkJob, sendBreachedLinksJob } from './breaches/breach-mail';
import { breachRoutes } from './breaches/breach.routes';
import { createPasswordBreaches } from './breaches/breaches';
import { createCaptcha } from './captcha/captcha';
import { captchaRoutes } from './captcha/captcha.routes';
import { sweepEndedJob } from './ended/sweep-ended.job';
import { groupRoutes } from './groups/group.routes';
import { hostedLoginRoutes } from './hosted-login/hosted-login.routes';
import { renewOwnGrant } from './hosted-login/hosted-login.service';
import { hostIdentity, type HostedIdentity, type Hosting } from './hosting';
import { inviteRoutes } from './invites/invite.routes';
import { joinRoutes } from './invites/join.routes';
import { landingRoutes } from './login-box/landing.routes';
import { loginBoxRoutes } from './login-box/login-box.routes';
import { resetPhoneRoutes } from './login-box/reset-phone.routes';
import { mfaPolicyRoutes } from './mfa/mfa-policy.routes';
import { mfaSignInRoutes } from './mfa/mfa-sign-in.routes';
import { ownFactorRoutes } from './mfa/own-factors.routes';
import { tellOfRecoveryCodesJob } from './mfa/recovery-codes.job';
import { secondFactorRoutes } from './mfa/second-factor.routes';
import { oauthClientPages } from './oauth/oauth-client-pages.routes';
import { oauthRoutes } from './oauth/oauth.routes';
import type { IdentityParts } from './parts';
import { tellOfPasskeyJob } from './passkeys/passkey-mail.job';
import { passkeyPromptRoutes } from './passkeys/passkey-prompt.routes';
import { passkeyRoutes } from './passkeys/passkey.routes';
import { sendActivationLinkJob, sendActivationToAddressJob } from './passwords/activation-link';
import { passwordCalls } from './passwords/password-calls.routes';
import { passwordPolicyRoutes } from './passwords/password-policy.routes';
import { sendResetLinkJob } from './passwords/password-reset.service';
import { passwordRoutes } from './passwords/password.routes';
import { takesPasswords } from './passwords/passwords-taken';
import { sendPhoneCodeJob } from './phone-numbers/phone-code.job';
import { phoneNumberRoutes } from './phone-numbers/phone-number.routes';
import { tellOfPhoneJob } from './phone-numbers/phone-told.job';
import { phoneRoutes } from './phone-numbers/phone.routes';
import { globalPolicyRoutes } from './policies/global-policy.routes';
import { policyRoutes } from './policies/privacy.routes';
import type { IdentityPorts, SignedIn } from './ports';
import { countRefusalsJob } from './refusals/count-refusals.job';
import { isAddressAllowed } from './restrictions/address-entry';
import { addressRoutes } from './restrictions/address.routes';
import { emailDomainRoutes } from './restrictions/email-domain.routes';
import { roleRoutes } from './roles/role.routes';
import { bySession, keptOutElsewhere } from './sessions/kept-out-elsewhere';
import { ownSessionRoutes } from './sessions/own-session.routes';
import { createSessionAuthentication, type SessionAuthentication } from './sessions/session-authentication';
import { sessionListRoutes } from './sessions/session-list.routes';
import { sessionPolicyRoutes } from './sessions/session-policy.routes';
import { sampleSessionsJob } from './sessions/session-sample.job';
import { sessionRoutes } from './sessions/session.routes';
import { findSignedIn } from './sessions/session.store';
import { sendEntryJob } from './sign-in/entry-mail';
import { lockoutRoutes } from './sign-in/lockout-policy.routes';
import { passwordlessRoutes } from './sign-in/passwordless.routes';
import { signInRoutes } from './sign-in/sign-in.routes';
import { smsChannel } from './sms/sms-channel';
import { tellOfSocialJob } from './social/social-mail.job';
import { socialSignInRoutes } from './social/social-sign-in.routes';
import { tellLoginGivenUpJob, tellWithdrawnJob } from './sso/domain-claim-mail.job';
import { createDomainProofs } from './sso/domain-proof';
import { oidcLogoutRoutes } from './sso/oidc-logout.routes';
import { createOidcProviders } from './sso/oidc-providers';
import { oidcSignInRoutes } from './sso/oidc-sign-in.routes';
import { recheckDomainsJob } from './sso/recheck-domains.job';
import { samlLogoutRoutes } from './sso/saml-logout.routes';
import { samlPostingRoutes } from './sso/saml-posting.routes';
import { samlRoutes } from './sso/saml.routes';
import { spMetadataRoutes } from './sso/sp-metadata.routes';
import { tellOwnersJob } from './sso/sso-mail.job';
import { ssoPages } from './sso/sso-pages.routes';
import { ssoSignInRoutes } from './sso/sso-sign-in.routes';
import { ssoRoutes } from './sso/sso.routes';
import { ssoLoginRoutes } from './sso-login/sso-login.routes';
import { teamRoutes } from './team/team.routes';
import { subTenantRoutes } from './tenants/sub-tenant.routes';
import { tenantRoutes } from './tenants/tenant.routes';
import { tokenRoutes } from './tokens/token.routes';
import { createTokens } from './tokens/tokens';
import { accountLifeRoutes } from './users/account-life.routes';
import { activationRoutes } from './users/activation.routes';
import { invitationRoutes } from './users/invitation.routes';
import { sendInvitationsJob } from './users/invitation.service';
import { preferencesRoutes } from './users/preferences.routes';
import { profileRoutes } from './users/profile.routes';
import { signUpRoutes } from './users/sign-up.routes';
import { sendTakenJob } from './users/sign-up.service';
import { createPassport } from './ways-in/way-in';
import { checkWaysIn, createWaysIn } from './ways-in/ways-in';
import { startUpRoutes } from './wire/start-up.routes';
import { vendorRoutes } from './wire/vendor.routes';
import { zendeskRoutes } from './zendesk/zendesk.routes';

export { permissions as identityPermissions } from './identity.permissions';
export { userActions } from './identity.audit';
export { endPasswordLinks, makePasswordLink, type PasswordLink } from './passwords/password-link';
export type { NewTenant } from './ports';
export { smsChannel } from './sms/sms-channel';
export { identitySurface } from './wire/identity-surface';
export { staffOnly } from './oauth/staff-only';
export { oauthSurface } from './oauth/oauth-surface';
export { clientViews } from './sessions/client-view.store';
export { addSpKey as addSamlKey } from './sso/sp-keys';
export { addMember } from './core/membership.store';
export { seedRoles } from './core/role-seed.store';
export { members } from './users/members';
export { pins } from './passwords/pins';
export { addSessionSamples } from './sessions/session-list.store';
export { people } from './users/people';
export { tenants } from './users/tenants';
export { addTenant, addUser, findAccount, isPasswordOf } from './users/user.store';

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
];

export const identityChannels: Channel[] = [smsChannel];

export const identityNav: NavEntry[] = [
  { menu: 'ccmTools', href: '/sessions', label: 'sessions.title', order: 10, needs: 'VIEW_CCM_TOOLS_TAB' },
  { menu: 'ccmTools', href: '/oauth-clients', label: 'oauthClients.title', order: 40, needs: 'VIEW_CCM_TOOLS_TAB' },
  {
    menu: 'configuration',
    href: '/api-tokens',
    label: 'apiTokens.title',
    order: 90,
    needs: 'fe.secure.write.tenantApiTokens',
  },
  {
    menu: 'configuration',
    href: '/sso',
    label: 'ssoPages.title',
    order: 80,
    needs: 'fe.secure.write.samlConfiguration',
  },
  { menu: 'account', href: '/account/profile', label: 'account.title', order: 0 },
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
    ...subTenantRoutes(parts),
    ...ssoRoutes(parts),
    ...samlRoutes(parts),
    ...ssoSignInRoutes(parts),
    ...samlPostingRoutes(parts),
    ...oidcSignInRoutes(parts),
    ...oidcLogoutRoutes(parts),
    ...spMetadataRoutes(parts),
    ...samlLogoutRoutes(parts),
    ...ssoPages(parts),
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
    isVendorToken: (token, now) => isVendorToken({ ...ports, keys: tokens.keys }, token, now),
  };
  return { ...identity, host: (hosting) => hostIdentity(identity, hosting) };
}
