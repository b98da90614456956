import type { Rule } from './rule';

const at = 'server/identity';
const captcha = `${at}/captcha/captcha.client.http.test.ts`;
const needed = 'needs a token that passes, and says the same with none and with one that does not';
const breaches = `${at}/breaches/breaches.client.http.test.ts`;
const expiry = `${at}/passwords/password-expiry.http.test.ts`;

export const signInCheckRules: readonly Rule[] = [
  // Captcha.
  { name: 'a password is looked at once the captcha has passed', of: 'policy', file: `${at}/sign-in/sign-in.service.ts`, text: 'await captcha.check(visitor, given.recaptchaToken);', off: '', seenBy: [captcha, needed] },
  { name: 'a link or code is mailed once the captcha has passed', of: 'policy', file: `${at}/sign-in/passwordless.service.ts`, text: 'await needs.captcha.check(visitor, recaptchaToken);', off: '', seenBy: [captcha, needed] },
  { name: 'a code is texted once the captcha has passed', of: 'policy', file: `${at}/phone-numbers/sms-entry.service.ts`, text: 'await needs.captcha.check(visitor, recaptchaToken);', off: '', seenBy: ['tests/security/captcha-by-way.http.test.ts', 'a captcha that is not passed > %s'] },
  { name: 'a reset is mailed once the captcha has passed', of: 'policy', file: `${at}/passwords/password-reset.service.ts`, text: 'await captcha.check(visitor, recaptchaToken);', off: '', seenBy: [captcha, 'mails nothing before the token has passed'] },
  { name: 'a sign-up is taken once the captcha has passed', of: 'policy', file: `${at}/users/sign-up.service.ts`, text: 'await captcha.check(visitor, recaptchaToken);', off: '', seenBy: [captcha, needed] },
  { name: 'a token of the captcha is judged', of: 'policy', file: `${at}/captcha/captcha.ts`, text: "if (!passed) throw fail.unprocessable('signInChecks.captchaNeeded');", off: '', seenBy: [captcha, needed] },
  { name: 'a captcha without a verdict lets nobody in', of: 'policy', file: `${at}/captcha/captcha.ts`, text: "if (passed === null) throw fail.unavailable('signInChecks.captchaUnavailable');", off: 'if (passed === null) return;', seenBy: [captcha, 'is closed while the provider gives no verdict'] },
  { name: 'the least score of the captcha counts', of: 'policy', file: `${at}/captcha/verdict.rules.ts`, text: ' && (minScore === undefined || (score !== undefined && score >= minScore))', off: '', seenBy: [captcha, 'asks for the least score'] },

  // Passwords that are known from a breach.
  { name: 'a password that is known from a breach is not set', of: 'policy', file: `${at}/passwords/new-password.ts`, text: "if (await breaches.isKnown(password)) throw refused({ field: 'password', code: 'signInChecks.passwordBreached' });", off: '', seenBy: [breaches, 'refuses one that is known from a breach'] },
  { name: 'a password that is known from a breach opens no session', of: 'policy', file: `${at}/sign-in/sign-in.service.ts`, text: 'if (stopped) return stop(trx, visitor, account);', off: '', seenBy: [breaches, 'opens no session, marks the account, says so, and counts no failure'] },
  { name: 'it does where the steps of the security center are off', of: 'policy', file: `${at}/breaches/breach.rules.ts`, text: " && flags.includes('security-center-show-login-flows')", off: '', seenBy: [breaches, 'comes in where the steps of the security center are off, and is marked all the same'] },
  { name: 'a password that is not known is looked for once a day', of: 'policy', file: `${at}/breaches/breached-password.service.ts`, text: 'if (!isDue(mark, now)) return false;', off: '', seenBy: [breaches, 'a sign-in with a password that is not known > is looked for once a day'] },
  { name: 'a service of breached passwords that fails keeps nobody out', of: 'policy', file: `${at}/breaches/breached-password.service.ts`, text: 'if (known === null) return false;', off: 'if (known === null) return true;', seenBy: [breaches, 'is kept out by no service that fails; the log says so and no password'] },
  { name: 'a new password takes the mark of a breach away', of: 'policy', file: `${at}/passwords/new-password.ts`, text: 'password_breached_at: null, breach_checked_at: null, ', off: '', seenBy: [breaches, 'comes in again after a reset, and the mark is gone'] },
  { name: 'the page of a breached password ends after ten minutes', of: 'policy', file: `${at}/breaches/breached-password.service.ts`, text: 'return until > now.getTime() ? userId : null;', off: 'return userId;', seenBy: [breaches, 'shows the page to nobody whose password was not right, or was so too long ago'] },

  // Passwords that end.
  { name: 'another password is asked for once it is too old', of: 'policy', file: `${at}/sign-in/admission.ts`, text: "if (way === 'password') await requireIfExpired(trx, visitor, arrival);", off: '', seenBy: [expiry, 'whoever signs in by a password %s'] },
  { name: 'the strictest tenant’s end of passwords counts', of: 'policy', file: `${at}/passwords/password-expiry.ts`, text: 'select min(p.expires_after_days)', off: 'select max(p.expires_after_days)', seenBy: [expiry, 'the strictest of somebody’s tenants decides'] },
];
