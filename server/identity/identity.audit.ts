import { defineActions } from '../platform/audit';

export const sessionActions = defineActions('session', {
  signIn: { stales: 'never' },
  signOut: { stales: 'never' },
  refuse: { severity: 'warning', stales: 'never' },
  end: { severity: 'warning', stales: 'never' },
  /** All of one's own but the one that asks. */
  endOthers: { severity: 'warning', stales: 'never' },
  /** All that somebody has in the tenant. */
  revoke: { severity: 'warning', stales: 'never' },
  /** A refresh token was used again long after it was replaced: somebody has it who should not. */
  reuse: { severity: 'critical', stales: 'never' },
  switchTenant: { stales: 'never' },
  stepUp: { stales: 'never' },
});

export const userActions = defineActions('user', {
  create: { severity: 'warning', person: true },
  /** Opened a tenant of their own. */
  signUp: { severity: 'warning', person: true },
  activate: { person: true },
  /** Joined a further tenant that invited them. */
  acceptInvitation: { person: true },
  /** Came in by the link of a tenant that lets people join. */
  join: { severity: 'warning', person: true },
  invitationLink: { severity: 'warning', stales: 'never' },
  lock: { severity: 'critical', stales: 'never' },
  passwordLink: { severity: 'warning', stales: 'never' },
  passwordResetRequest: { stales: 'never' },
  passwordReset: { severity: 'warning', stales: 'never' },
  passwordChange: { severity: 'warning', stales: 'never' },
  /** Older than a tenant allows: another is asked for. */
  passwordExpired: { severity: 'warning', stales: 'never' },
  /** Found on a list of passwords that were lost elsewhere. */
  passwordBreached: { severity: 'critical', stales: 'never' },
  /** Had everybody with such a password mailed. */
  askBreachedResets: { severity: 'warning', stales: 'never' },
  /** The login was an address of a domain that another tenant has proved. */
  giveUpLogin: { severity: 'warning', person: true },
  acceptPolicy: { stales: 'never' },
  changePreferences: { stales: 'never' },
  changeProfile: { person: true },
  /** The number that codes to sign in are sent to. */
  changePhone: { severity: 'warning', stales: 'never' },
  /** Somebody who says that they lost their telephone was mailed a code. */
  phoneResetRequest: { stales: 'never' },
  /** Brought that code, and may name another number. */
  phoneResetVerify: { severity: 'warning', stales: 'never' },
});

/** What a tenant asks of its members' passwords. */
export const passwordPolicyActions = defineActions('passwordPolicy', {
  changeComplexity: { severity: 'warning', stales: 'never' },
  changeHistory: { severity: 'warning', stales: 'never' },
  changeRotation: { severity: 'warning', stales: 'never' },
});

export const passkeyActions = defineActions('passkey', {
  add: { severity: 'warning', stales: 'never' },
  remove: { severity: 'warning', stales: 'never' },
  /** Its counter went back: there are two of a device that should be one. */
  copy: { severity: 'critical', stales: 'never' },
});

export const factorActions = defineActions('factor', {
  enrol: { severity: 'warning', stales: 'never' },
  disable: { severity: 'warning', stales: 'never' },
  /** A code was wrong. */
  refuse: { severity: 'warning', stales: 'never' },
  lock: { severity: 'critical', stales: 'never' },
  /** A device's counter went back: there are two of one that should be one. */
  copy: { severity: 'critical', stales: 'never' },
  recover: { severity: 'critical', stales: 'never' },
  /** A recovery code stood in for a factor. */
  useRecovery: { severity: 'critical', stales: 'never' },
  renewRecovery: { severity: 'warning', stales: 'never' },
  rename: { stales: 'never' },
  rememberDevice: { stales: 'never' },
  forgetDevice: { stales: 'never' },
  /** Every browser that was remembered is asked again. */
  forgetDevices: { stales: 'never' },
});

export const phoneNumberActions = defineActions('phoneNumber', {
  add: { severity: 'warning', stales: 'never' },
  verify: { severity: 'warning', stales: 'never' },
  remove: { severity: 'warning', stales: 'never' },
});

export const factorPolicyActions = defineActions('factorPolicy', {
  change: { severity: 'warning', stales: 'never' },
});

/** What a tenant demands of its people. */
export const policyActions = defineActions('securityPolicy', {
  changeSessions: { severity: 'warning', stales: 'never' },
  changeLockout: { severity: 'warning', stales: 'never' },
  changeAddresses: { severity: 'warning', stales: 'never' },
  changeEmailDomains: { severity: 'warning', stales: 'never' },
});

/** What programs come in by. */
export const apiTokenActions = defineActions('apiToken', {
  create: { severity: 'warning', stales: 'never' },
  remove: { severity: 'warning', stales: 'never' },
  firstUse: { severity: 'warning', stales: 'never' },
  refuse: { severity: 'warning', stales: 'never' },
});

/** What programs that sign people in here do with sessions. */
export const oauthActions = defineActions('oauth', {
  /** A client exchanged a code for tokens. */
  grant: { stales: 'never' },
  /** Somebody let a client have something. */
  consent: { severity: 'warning', stales: 'never' },
  /** Somebody let it have nothing. */
  deny: { stales: 'never' },
  /** Somebody took back what they had let it have. */
  revoke: { severity: 'warning', stales: 'never' },
  refuse: { severity: 'warning', stales: 'never' },
  /** A code was brought a second time: what it gave has ended. */
  replay: { severity: 'critical', stales: 'never' },
  /** A refresh token was used long after it was replaced: what its client held has ended. */
  reuse: { severity: 'critical', stales: 'never' },
});

export const oauthClientActions = defineActions('oauthClient', {
  create: { severity: 'warning', stales: 'never' },
  change: { severity: 'warning', stales: 'never' },
  newSecret: { severity: 'warning', stales: 'never' },
  switchOff: { severity: 'critical', stales: 'never' },
  switchOn: { severity: 'critical', stales: 'never' },
  remove: { severity: 'critical', stales: 'never' },
});

export const roleActions = defineActions('role', {
  create: { severity: 'warning' },
  change: { severity: 'warning' },
  remove: { severity: 'warning' },
  setPermissions: { severity: 'warning' },
});

export const groupActions = defineActions('group', {
  create: { severity: 'warning' },
  change: {},
  remove: { severity: 'warning' },
  addRoles: { severity: 'warning' },
  removeRoles: { severity: 'warning' },
  addUsers: { severity: 'warning' },
  removeUsers: { severity: 'warning' },
  configure: { severity: 'warning' },
});

export const memberActions = defineActions('member', {
  add: { severity: 'warning' },
  rename: { severity: 'warning', person: true },
  setRoles: { severity: 'warning' },
  remove: { severity: 'warning' },
  limit: { severity: 'warning' },
  /** Whether they go on into the tenants below. */
  setAccess: { severity: 'warning' },
});

/** The identity providers of a tenant. */
export const ssoActions = defineActions('sso', {
  create: { severity: 'warning', stales: 'never' },
  change: { severity: 'warning', stales: 'never' },
  remove: { severity: 'critical', stales: 'never' },
  addDomain: { severity: 'warning', stales: 'never' },
  removeDomain: { severity: 'warning', stales: 'never' },
  proveDomain: { severity: 'warning', stales: 'never' },
  /** Somebody came by a provider for the first time. */
  makeUser: { severity: 'warning', person: true },
  /** A member is from now on who the provider says. */
  link: { severity: 'warning', stales: 'never' },
  /** By its default roles and the groups that it names. */
  giveRoles: { severity: 'warning' },
  /** Their groups no longer give what makes the last administrator one. */
  keepAdministrator: { severity: 'warning', stales: 'never' },
  /** An account of an address of a proven domain that nobody had ever come in by left the tenant that had made it. */
  withdrawClaim: { severity: 'warning' },
  /** The provider did not say in which groups somebody is: roles stay as they are. */
  keepRoles: { severity: 'warning', stales: 'never' },
  /** A provider says another address or name of somebody. */
  followProfile: { severity: 'warning', person: true },
  /** It says one that somebody cannot have. */
  keepProfile: { severity: 'warning', stales: 'never' },
  /** A provider names somebody anew: the account is theirs all the same. */
  linkAgain: { severity: 'critical', stales: 'never' },
  dismissRefusal: { severity: 'warning', stales: 'never' },
  /** A proven domain is without its record for the first time. */
  missDomain: { severity: 'warning', stales: 'never' },
  /** It stayed away for too long: nobody is sent to the provider by it any more. */
  loseDomain: { severity: 'critical', stales: 'never' },
  setRoles: { severity: 'warning', stales: 'never' },
  addGroup: { severity: 'warning', stales: 'never' },
  changeGroup: { severity: 'warning', stales: 'never' },
  removeGroup: { severity: 'warning', stales: 'never' },
  /** Somebody tried a provider, which signs nobody in. */
  test: { stales: 'never' },
  /** People of its domains come in by it alone. */
  enforce: { severity: 'critical', stales: 'never' },
  lift: { severity: 'critical', stales: 'never' },
  /** The one who may came in past it. */
  breakGlass: { severity: 'critical', stales: 'never' },
});

/** Ways in by services that somebody uses elsewhere. */
export const socialActions = defineActions('social', {
  link: { severity: 'warning', stales: 'never' },
  unlink: { severity: 'warning', stales: 'never' },
});

export const inviteActions = defineActions('invite', {
  make: { severity: 'warning', stales: 'never' },
  change: { severity: 'warning', stales: 'never' },
  revoke: { stales: 'never' },
});

export const tenantActions = defineActions('tenant', {
  changeSettings: { stales: 'never' },
  create: { severity: 'warning' },
  rename: {},
  remove: { severity: 'critical' },
});
