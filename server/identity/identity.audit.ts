import { defineActions } from '../platform/audit';

export const sessionActions = defineActions('session', {
  signIn: {},
  signOut: {},
  refuse: { severity: 'warning' },
  end: { severity: 'warning' },
  /** All of one's own but the one that asks. */
  endOthers: { severity: 'warning' },
  /** All that somebody has in the tenant. */
  revoke: { severity: 'warning' },
  /** A refresh token was used again long after it was replaced: somebody has it who should not. */
  reuse: { severity: 'critical' },
  switchTenant: {},
  stepUp: {},
});

export const userActions = defineActions('user', {
  create: { severity: 'warning' },
  /** Opened a tenant of their own. */
  signUp: { severity: 'warning' },
  activate: {},
  /** Joined a further tenant that invited them. */
  acceptInvitation: {},
  /** Came in by the link of a tenant that lets people join. */
  join: { severity: 'warning' },
  invitationLink: { severity: 'warning' },
  lock: { severity: 'critical' },
  /** Somebody let them try again before the lock had ended. */
  unlock: { severity: 'warning' },
  passwordLink: { severity: 'warning' },
  passwordResetRequest: {},
  passwordReset: { severity: 'warning' },
  passwordChange: { severity: 'warning' },
  /** Older than a tenant allows: another is asked for. */
  passwordExpired: { severity: 'warning' },
  /** Found on a list of passwords that were lost elsewhere. */
  passwordBreached: { severity: 'critical' },
  /** Had everybody with such a password mailed. */
  askBreachedResets: { severity: 'warning' },
  /** The login was an address of a domain that another tenant has proved. */
  giveUpLogin: { severity: 'warning' },
  giveUpAddress: { severity: 'warning' },
  acceptPolicy: {},
  /** Asked for their account to be deleted. */
  erase: { severity: 'critical' },
  changePreferences: {},
  changeProfile: {},
  /** The number that codes to sign in are sent to. */
  changePhone: { severity: 'warning' },
  /** Somebody who says that they lost their telephone was mailed a code. */
  phoneResetRequest: {},
  /** Brought that code, and may name another number. */
  phoneResetVerify: { severity: 'warning' },
});

/** What a tenant asks of its members' passwords. */
export const passwordPolicyActions = defineActions('passwordPolicy', {
  changeComplexity: { severity: 'warning' },
  changeHistory: { severity: 'warning' },
  changeRotation: { severity: 'warning' },
});

export const passkeyActions = defineActions('passkey', {
  add: { severity: 'warning' },
  remove: { severity: 'warning' },
  /** Its counter went back: there are two of a device that should be one. */
  copy: { severity: 'critical' },
});

export const factorActions = defineActions('factor', {
  enrol: { severity: 'warning' },
  disable: { severity: 'warning' },
  /** A code was wrong. */
  refuse: { severity: 'warning' },
  lock: { severity: 'critical' },
  /** A device's counter went back: there are two of one that should be one. */
  copy: { severity: 'critical' },
  recover: { severity: 'critical' },
  /** A recovery code stood in for a factor. */
  useRecovery: { severity: 'critical' },
  renewRecovery: { severity: 'warning' },
  rename: {},
  rememberDevice: {},
  forgetDevice: {},
  /** Every browser that was remembered is asked again. */
  forgetDevices: {},
});

export const phoneNumberActions = defineActions('phoneNumber', {
  add: { severity: 'warning' },
  verify: { severity: 'warning' },
  remove: { severity: 'warning' },
});

export const factorPolicyActions = defineActions('factorPolicy', {
  change: { severity: 'warning' },
});

/** What a tenant demands of its people. */
export const policyActions = defineActions('securityPolicy', {
  changeSessions: { severity: 'warning' },
  changeLockout: { severity: 'warning' },
  changeAddresses: { severity: 'warning' },
  changeEmailDomains: { severity: 'warning' },
  changeSupportAccess: { severity: 'warning' },
});

/** What programs come in by. */
export const apiTokenActions = defineActions('apiToken', {
  create: { severity: 'warning' },
  remove: { severity: 'warning' },
  firstUse: { severity: 'warning' },
  refuse: { severity: 'warning' },
});

/** What programs that sign people in here do with sessions. */
export const oauthActions = defineActions('oauth', {
  /** A client exchanged a code for tokens. */
  grant: {},
  /** Somebody let a client have something. */
  consent: { severity: 'warning' },
  /** Somebody let it have nothing. */
  deny: {},
  /** Somebody took back what they had let it have. */
  revoke: { severity: 'warning' },
  refuse: { severity: 'warning' },
  /** A code was brought a second time: what it gave has ended. */
  replay: { severity: 'critical' },
  /** A refresh token was used long after it was replaced: what its client held has ended. */
  reuse: { severity: 'critical' },
});

export const oauthClientActions = defineActions('oauthClient', {
  create: { severity: 'warning' },
  change: { severity: 'warning' },
  newSecret: { severity: 'warning' },
  switchOff: { severity: 'critical' },
  switchOn: { severity: 'critical' },
  remove: { severity: 'critical' },
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
  rename: { severity: 'warning' },
  setRoles: { severity: 'warning' },
  remove: { severity: 'warning' },
  /** Went by themselves. */
  leave: { severity: 'warning' },
  limit: { severity: 'warning' },
  deactivate: { severity: 'warning' },
  reactivate: { severity: 'warning' },
  /** Whether they go on into the tenants below. */
  setAccess: { severity: 'warning' },
  /** Came in from a tenant above. */
  enter: { severity: 'warning' },
});

/** The directories that keep a tenant's people up to date. */
export const provisioningActions = defineActions('provisioning', {
  create: { severity: 'critical' },
  change: { severity: 'warning' },
  newSecret: { severity: 'critical' },
  revoke: { severity: 'warning' },
  remove: { severity: 'critical' },
  /** A member is looked after by a directory from now on. */
  adopt: { severity: 'warning' },
});

/** The identity providers of a tenant. */
export const ssoActions = defineActions('sso', {
  create: { severity: 'warning' },
  change: { severity: 'warning' },
  remove: { severity: 'critical' },
  addDomain: { severity: 'warning' },
  removeDomain: { severity: 'warning' },
  proveDomain: { severity: 'warning' },
  /** Somebody came by a provider for the first time. */
  makeUser: { severity: 'warning' },
  /** A member is from now on who the provider says. */
  link: { severity: 'warning' },
  /** By its default roles and the groups that it names. */
  giveRoles: { severity: 'warning' },
  /** Their groups no longer give what makes the last administrator one. */
  keepAdministrator: { severity: 'warning' },
  /** An account of an address of a proven domain that nobody had ever come in by left the tenant that had made it. */
  withdrawClaim: { severity: 'warning' },
  /** The provider did not say in which groups somebody is: roles stay as they are. */
  keepRoles: { severity: 'warning' },
  /** A provider says another address or name of somebody. */
  followProfile: { severity: 'warning' },
  /** It says one that somebody cannot have. */
  keepProfile: { severity: 'warning' },
  /** A provider names somebody anew: the account is theirs all the same. */
  linkAgain: { severity: 'critical' },
  dismissRefusal: { severity: 'warning' },
  /** A proven domain is without its record for the first time. */
  missDomain: { severity: 'warning' },
  /** It stayed away for too long: nobody is sent to the provider by it any more. */
  loseDomain: { severity: 'critical' },
  setRoles: { severity: 'warning' },
  addGroup: { severity: 'warning' },
  changeGroup: { severity: 'warning' },
  removeGroup: { severity: 'warning' },
  /** Somebody tried a provider, which signs nobody in. */
  test: {},
  /** People of its domains come in by it alone. */
  enforce: { severity: 'critical' },
  lift: { severity: 'critical' },
  /** The one who may came in past it. */
  breakGlass: { severity: 'critical' },
});

/** Ways in by services that somebody uses elsewhere. */
export const socialActions = defineActions('social', {
  link: { severity: 'warning' },
  unlink: { severity: 'warning' },
});

export const inviteActions = defineActions('invite', {
  make: { severity: 'warning' },
  change: { severity: 'warning' },
  revoke: {},
});

export const tenantActions = defineActions('tenant', {
  changeSettings: {},
  changeLoginBox: {},
  create: { severity: 'warning' },
  rename: {},
  /** Below another one. */
  move: { severity: 'warning' },
  /** May have tenants below, or may not any more. */
  changeManagement: { severity: 'warning' },
  /** Whether its members go on into the tenants below. */
  changeAccess: { severity: 'warning' },
  remove: { severity: 'critical' },
});
