import type { Rule } from './rule';

const at = 'server/identity';
const strategies = `${at}/sign-in/strategies.rules.test.ts`;
const box = `${at}/login-box/login-box.http.test.ts`;
const destinations = `${at}/login-box/destination.rules.test.ts`;
const lockout = `${at}/sign-in/lockout-policy.client.http.test.ts`;
const passwordless = `${at}/sign-in/passwordless.client.http.test.ts`;
const counted = `${at}/sign-in/counted-tries.client.http.test.ts`;
const signIn = `${at}/sign-in/sign-in.http.test.ts`;
const ways = 'the ways in that a strategy opens > %s: %j';

export const signInRules: readonly Rule[] = [
  // What comes after the address is known.
  { name: 'MagicLink takes no password', of: '4', file: `${at}/sign-in/strategies.rules.ts`, text: "MagicLink: ['magicLink',", off: "MagicLink: ['magicLink', 'password',", seenBy: [strategies, ways] },
  { name: 'Code takes no link', of: '4', file: `${at}/sign-in/strategies.rules.ts`, text: "Code: ['emailCode',", off: "Code: ['emailCode', 'magicLink',", seenBy: [strategies, ways] },
  { name: 'NoLocalAuthentication takes nothing', of: '4', file: `${at}/sign-in/strategies.rules.ts`, text: 'NoLocalAuthentication: []', off: "NoLocalAuthentication: ['password']", seenBy: [strategies, ways] },
  { name: 'a password is taken only where the strategy takes passwords', of: '4', file: `${at}/sign-in/sign-in.service.ts`, text: "if (!isWayOpen(needs.config.identity.authStrategy, 'password')) throw fail.forbidden('identity.wayClosed');", off: '', seenBy: [passwordless, 'is closed where the installation takes neither'] },
  { name: 'a link or code is taken only where the strategy takes it', of: '4', file: `${at}/sign-in/passwordless.service.ts`, text: "if (!isWayOpen(config.identity.authStrategy, wayOf[kind])) throw fail.forbidden('identity.wayClosed');", off: '', seenBy: [passwordless, 'is closed where the installation takes neither'] },
  { name: 'the login box asks for the address before the password', of: '4', file: `${at}/login-box/login-box.routes.tsx`, text: 'return { ...preLoginStep(context, { name: query.loginHint, notice, way, registers, signUp: parts.config.identity.signUps }), cookies };', off: 'return { ...passwordStep(context, {}), cookies };', seenBy: [box, 'the login box > asks for the name, then for the password, and signs pages and front ends in'] },
  { name: 'whoever is signed in is led on', of: '4', file: `${at}/login-box/login-box.routes.tsx`, text: 'if (context.actor && !(registers && byPhone)) return', off: 'if (false) return', seenBy: [box, 'leads whoever is signed in already on at once'] },

  // Where a sign-in leads.
  { name: 'a redirectUrl leads to this site or to an allowed origin', of: '4', file: `${at}/login-box/destination.rules.ts`, text: 'allowed.includes(url.origin) ?', off: 'true ?', seenBy: [destinations, 'a redirectUrl > %j'] },
  { name: 'a saved login, logout, social-callback or activate address is not gone back to', of: '4', file: `${at}/login-box/destination.rules.ts`, text: ' && !circles.test(path)', off: '', seenBy: [destinations, 'a saved path > %j is gone on to: %s'] },
  { name: 'an empty saved address leads home', of: '4', file: `${at}/login-box/destination.rules.ts`, text: "path !== '' && ", off: '', seenBy: [destinations, 'a saved path > %j is gone on to: %s'] },
  { name: 'a redirectUrl that is not allowed is logged', of: '4', file: `${at}/login-box/return-target.ts`, text: "if (wanted.kind === 'refused') log.warn(", off: 'if (false) log.warn(', seenBy: [box, 'is home where %s was asked for, and the log says so'] },
  { name: 'a saved target is judged again when it is used', of: '4', file: `${at}/login-box/return-target.ts`, text: "return judged?.kind === 'other' ? judged.url : null;", off: 'return kept;', seenBy: [box, 'is no other site by a cookie that somebody made up'] },
  { name: 'the page between forgets the other site', of: '4', file: `${at}/login-box/login-box.routes.tsx`, text: ', cookies: target.forget()', off: '', seenBy: [box, 'is another site that is allowed, by a page between that forgets it'] },

  // A mailed link or code.
  { name: 'a link or code works once', of: '4', file: `${at}/sign-in/passwordless.rules.ts`, text: 'usedAt === null && ', off: '', seenBy: [passwordless, 'works once, in parallel too'] },
  { name: 'a link or code ends after its minutes', of: '4', file: `${at}/sign-in/passwordless.rules.ts`, text: 'expiresAt > now && ', off: '', seenBy: [passwordless, 'is too old after its time, and good until then'] },
  { name: 'a link or code is good for the mailbox that it went to', of: '4', file: `${at}/sign-in/passwordless.rules.ts`, text: ' && email.toLowerCase() === emailNow?.toLowerCase()', off: '', seenBy: [passwordless, 'opens nothing once %s'] },
  { name: 'a code is compared', of: '4', file: `${at}/sign-in/passwordless.service.ts`, text: 'timingSafeEqual(entry.secretHash, codeDigest(entry.id, code))', off: 'true', seenBy: [passwordless, 'of a %s name bears five wrong tries, whatever is begun anew'] },
  { name: 'wrong codes of an account are counted', of: '4', file: `${at}/sign-in/passwordless.service.ts`, text: '(await countTries(trx, subjects, now)) > codeTries.most', off: 'false', seenBy: [passwordless, 'of a %s name bears five wrong tries, whatever is begun anew'] },
  { name: 'wrong codes count for every name of an account', of: '4', file: `${at}/sign-in/passwordless.service.ts`, text: '...(entry.userId === null ? [] : [`user ${entry.userId}`])', off: '', seenBy: [counted, 'bears five wrong tries by all names of an account together'] },
  { name: 'a mailed link is used by its button, not by being opened', of: '4', file: `${at}/sign-in/passwordless.routes.tsx`, text: 'const shown = await showLink(visitor, { token, flow: cookie(flowCookie) });', off: 'const shown = await enterByMagicLink(visitor, { token }, parts).then(() => null, () => null);', seenBy: [passwordless, 'signs in by its button, with scripts off, and not by being opened'] },
  { name: 'a locked account comes in by no link or code', of: 'policy', file: `${at}/sign-in/passwordless.store.ts`, text: ' and (u.locked_until is null or u.locked_until <= ${now})', off: '', seenBy: [passwordless, 'opens nothing once %s'] },
  { name: 'whoever was switched off comes in by no link or code', of: 'policy', file: `${at}/sign-in/passwordless.store.ts`, text: "u.id = ${userId} and u.status = 'A' and", off: 'u.id = ${userId} and', seenBy: [passwordless, 'opens nothing once %s'] },
  { name: 'whoever signs in elsewhere comes in by no link or code', of: '4', file: `${at}/sign-in/passwordless.store.ts`, text: ' and not u.sso_user and (u.locked_until', off: ' and (u.locked_until', seenBy: [passwordless, 'opens nothing once %s'] },
  { name: 'a link signs out whoever sat there', of: '4', file: `${at}/sign-in/passwordless.routes.tsx`, text: 'if (context.door.sessionId) await signOut(context.visitor, context.door.sessionId);', off: '', seenBy: [counted, 'signs out whoever sat there'] },

  // Lockout.
  { name: 'a locked account is closed to the right password', of: 'policy', file: `${at}/sign-in/sign-in.service.ts`, text: 'account.open && account.password_hash === before', off: 'account.password_hash === before', seenBy: [signIn, 'lets nobody in by a password that was right when it was looked at, where meanwhile %s'] },
  { name: 'the strictest tenant’s lockout counts', of: 'policy', file: `${at}/sign-in/sign-in.service.ts`, text: 'select min(p.max_attempts)', off: 'select max(p.max_attempts)', seenBy: [counted, 'goes as far as the strictest tenant of theirs lets it, whatever the other says'] },
  { name: 'a lockout policy that is off does not count', of: 'policy', file: `${at}/sign-in/sign-in.service.ts`, text: ' and p.enabled)', off: ')', seenBy: [lockout, 'switched off leaves the installation’s limit'] },
  { name: 'no tenant goes below the installation’s lockout', of: 'policy', file: `${at}/sign-in/sign-in.rules.ts`, text: 'Math.min(allowed, lockout.failures)', off: 'allowed', seenBy: [`${at}/sign-in/sign-in.rules.test.ts`, 'lockedUntil > with %i allowed locks at %i'] },
  { name: 'a looser lockout is refused', of: 'policy', file: `${at}/sign-in/lockout-policy.contract.ts`, text: '.max(lockout.failures)', off: '.max(1000)', seenBy: [lockout, 'is never looser, and nobody else’s'] },
  { name: 'a lockout policy of another tenant is not changed', of: 'policy', file: `${at}/sign-in/lockout-policy.service.ts`, text: "if (id !== undefined && id !== before.id) throw fail.notFound('errors.notFound');", off: '', seenBy: [lockout, 'is never looser, and nobody else’s'] },
  { name: 'each further lock is twice as long', of: 'policy', file: `${at}/sign-in/sign-in.rules.ts`, text: 'lockout.firstMinutes * 2 ** doublings', off: 'lockout.firstMinutes', seenBy: [`${at}/sign-in/sign-in.rules.test.ts`, 'after %i failures in a row: %s minutes'] },
  { name: 'a right password forgets the wrong ones before it', of: 'policy', file: `${at}/sign-in/admission.ts`, text: 'failed_sign_ins: 0, locked_until: null, last_sign_in_at', off: 'last_sign_in_at', seenBy: [counted, 'begins anew after a right one'] },
  { name: 'so does one that a second proof is asked after', of: 'policy', file: `${at}/sign-in/admission.ts`, text: "await trx.updateTable('identity.user').set({ failed_sign_ins: 0, locked_until: null }).where('id', '=', arrival.userId).execute();", off: '', seenBy: [counted, 'begins anew after a right one whose second proof is still owed'] },
  { name: 'whoever was switched off comes in by no password', of: 'policy', file: `${at}/sign-in/sign-in.service.ts`, text: "stillRight && account.status === 'A' && account.tenant_number", off: 'stillRight && account.tenant_number', seenBy: ['tests/security/policies-by-way.http.test.ts', 'somebody who was switched off > %s'] },
  { name: 'wrong passwords lock the account', of: 'policy', file: `${at}/sign-in/sign-in.service.ts`, text: 'const until = account?.open ? lockedUntil(account.failed_sign_ins + 1, visitor.now, account.allowed ?? undefined) : null;', off: 'const until = null;', seenBy: [signIn, 'counts parallel tries and locks the account, even for the right password'] },
  { name: 'a tenant chooses after how many', of: 'policy', file: `${at}/sign-in/sign-in.service.ts`, text: 'visitor.now, account.allowed ?? undefined)', off: 'visitor.now)', seenBy: [lockout, 'locks after the tenant’s number of wrong passwords, says nothing of a right one, and opens in time'] },
];
