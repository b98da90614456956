import type { Rule } from './rule';

const at = 'server/identity';
const passwords = `${at}/passwords`;
const complexity = `${passwords}/complexity.client.http.test.ts`;
const rotation = `${passwords}/rotation.client.http.test.ts`;
const days = `${passwords}/password-rotation.rules.test.ts`;
const byWay = 'tests/security/passwords-by-way.http.test.ts';
const matrix = 'tests/security/policies-by-way.http.test.ts';

/** What passes every policy of the test, whatever was typed. */
const complexEnough = 'Five heavy green kettles 7';
const complex = [byWay, 'a password that is less complex than the tenant asks > is refused by the %s, and one that is as complex is taken'] as const;
const saysComplexity = [complexity, 'what a tenant asks of passwords > is for whoever looks after the security of the whole tenant to say, and is audited'] as const;
const saysRotation = [rotation, 'the rotation of passwords, in days > is for whoever looks after the security of the whole tenant to say, and is audited'] as const;
const bounds = [complexity, 'what a tenant asks of passwords > is never %s'] as const;

export const passwordPolicyRules: readonly Rule[] = [
  // Every way to a password asks for the one check; each is switched off by itself.
  { name: 'a password by a link is as complex as the tenant asks', of: 'policy', file: `${passwords}/password-reset.service.ts`, text: 'const checked = await checkNewPassword({ db, breaches, now }, owner, password);', off: `const checked = await checkNewPassword({ db, breaches, now }, owner, '${complexEnough}');`, seenBy: complex },
  { name: 'a password of a forced reset is as complex as the tenant asks', of: 'policy', file: `${passwords}/password-reset.service.ts`, text: 'const checked = await checkNewPassword({ db, breaches, now }, userId, password);', off: `const checked = await checkNewPassword({ db, breaches, now }, userId, '${complexEnough}');`, seenBy: complex },
  { name: 'a password that is changed is as complex as the tenant asks', of: 'policy', file: `${passwords}/password-change.service.ts`, text: 'const checked = await checkNewPassword({ db, breaches, now }, userId, newPassword);', off: `const checked = await checkNewPassword({ db, breaches, now }, userId, '${complexEnough}');`, seenBy: complex },
  { name: 'a tenant asks nothing of whoever works there no more', of: 'policy', file: `${passwords}/password-calls.routes.ts`, text: 'policyOfPerson(db, { userUuid: userId ?? nobody }, now)', off: 'policyOfPerson(db, { userUuid: userId ?? nobody }, new Date())', seenBy: [`${passwords}/complexity.client.http.test.ts`, 'what a tenant asks of passwords > binds whoever works there for a while as long as they do, by the clock of the request'] },
  { name: 'the form of a password says what the tenant asks', of: 'policy', file: `${passwords}/password-demands.ts`, text: 'const policy = userId === null ? floorPolicy : await policyOfPerson(db, { userId }, now);', off: 'const policy = floorPolicy;', seenBy: [byWay, 'a password that is less complex than the tenant asks > is told of beforehand on the form of the %s'] },
  { name: 'a password of before is taken on no way', of: 'policy', file: `${passwords}/password-policy.store.ts`, text: "where('user_id', '=', userId).orderBy('id', 'desc').limit(most)", off: "where('user_id', '=', userId).orderBy('id', 'desc').limit(0)", seenBy: [byWay, 'a password of before > is refused by the %s'] },
  { name: 'a first password is as complex as the tenant asks', of: 'policy', file: `${passwords}/password-policy.rules.ts`, text: "if (text.length < policy.minLength) return { code: 'errors.tooShort', params: { min: policy.minLength } };", off: '', seenBy: [matrix, 'a password that is more complex than one that is chosen > %s'] },

  // What a tenant may say of it.
  { name: 'no tenant saves a shorter password than the floor', of: 'policy', file: `${passwords}/password.contract.ts`, text: 'minLength: between(passwordLength.min, narrowestLength)', off: 'minLength: between(0, narrowestLength)', seenBy: bounds },
  { name: 'no tenant asks for a password that is longer than a long phrase', of: 'policy', file: `${passwords}/password.contract.ts`, text: 'minPhraseLength: between(passwordLength.min, narrowestLength)', off: 'minPhraseLength: between(passwordLength.min, 256)', seenBy: bounds },
  { name: 'no tenant forbids a long phrase', of: 'policy', file: `${passwords}/password.contract.ts`, text: 'maxLength: between(narrowestLength, passwordLength.max)', off: 'maxLength: between(1, passwordLength.max)', seenBy: bounds },
  { name: 'no tenant asks for what no password could be', of: 'policy', file: `${passwords}/password-policy.service.ts`, text: "if (!isSatisfiable(after)) throw fail.badRequest('identity.policyUnsatisfiable', { params: { needed: after.minOptionalTests, on: kindsOn(after) } });", off: '', seenBy: [complexity, 'what a tenant asks of passwords > is nothing that no password could be: %s'] },
  { name: 'who may say what is asked of passwords looks after security', of: 'policy', file: `${passwords}/password-policy.routes.ts`, text: 'path: `${configurations}/password`, access: write', off: "path: `${configurations}/password`, access: 'signed-in'", seenBy: saysComplexity },
  { name: 'what holds for a whole tenant is for nobody who is limited to some sites', of: 'policy', file: `${at}/wire/identity-surface.ts`, text: "...(spec.access === 'fe.secure.write.securityPolicy' ? { condition: unlimited } : {}), ", off: '', seenBy: saysComplexity },
  { name: 'what is asked of passwords is changed on the record', of: 'policy', file: `${passwords}/password-policy.service.ts`, text: "await audit(trx, { action: passwordPolicyActions.changeComplexity, entity: 'tenant', entityId: tenantNumber, before, after });", off: '', seenBy: saysComplexity },

  // Passwords that end.
  { name: 'a rotation that is off ends no password', of: 'policy', file: `${passwords}/password-rotation.store.ts`, text: 'expires_after_days: active ? periodDays : null', off: 'expires_after_days: periodDays', seenBy: [rotation, 'a password in a tenant that asks for another after 60 days > goes on as it was once that is off'] },
  { name: 'a rotation that is off keeps its days', of: 'policy', file: `${passwords}/password-rotation.store.ts`, text: 'paused_expiry_days: active ? null : periodDays', off: 'paused_expiry_days: null', seenBy: [rotation, 'the rotation of passwords, in days > keeps what nothing is said of, also while it is off'] },
  { name: 'a password that is too old asks those who came in by it', of: 'policy', file: `${at}/sign-in/admission.ts`, text: "if (way === 'password') await", off: 'await', seenBy: [matrix, 'a password that is older than the tenant allows > %s'] },
  { name: 'the notice of a password’s end is no longer than it lasts', of: 'policy', file: `${passwords}/password-policy.service.ts`, text: "if (notice > after.periodDays) throw fail.badRequest('identity.noticeTooLong', { params: { notice, period: after.periodDays } });", off: '', seenBy: [rotation, 'the rotation of passwords, in days > is told of no earlier than the password is there'] },
  { name: 'who may say when passwords end looks after security', of: 'policy', file: `${passwords}/password-policy.routes.ts`, text: "method: 'post', path: rotation, access: write", off: "method: 'post', path: rotation, access: 'signed-in'", seenBy: saysRotation },
  { name: 'when passwords end is changed on the record', of: 'policy', file: `${passwords}/password-policy.service.ts`, text: "await audit(trx, { action: passwordPolicyActions.changeRotation, entity: 'tenant', entityId: tenantNumber, before, after });", off: '', seenBy: saysRotation },
  { name: 'a sign-in says when the password ends', of: 'policy', file: `${at}/wire/signed-in.ts`, text: 'body: { ...ends, ...body }', off: 'body: { ...body }', seenBy: [rotation, 'a password in a tenant that asks for another after 60 days > %i days old is told to end in %i, as front ends ask'] },
  { name: 'a sign-in without the password says nothing of its end', of: 'policy', file: `${at}/wire/signed-in.ts`, text: "issued.person.amr.includes('pwd') ? await", off: 'true ? await', seenBy: [rotation, 'a password in a tenant that asks for another after 60 days > is not spoken of to whoever came in without it'] },
  { name: 'the end that a sign-in says is that of the strictest tenant', of: 'policy', file: `${passwords}/password-rotation.store.ts`, text: 'order by p.expires_after_days, ', off: 'order by p.expires_after_days desc, ', seenBy: [rotation, 'a password in a tenant that asks for another after 60 days > ends by the strictest of somebody’s tenants'] },
  { name: 'a password that has ended has no day left', of: 'policy', file: `${passwords}/password-rotation.rules.ts`, text: 'return Math.max(0, ', off: 'return (', seenBy: [days, 'the days that a password has left > of 30 at %s are %i'] },
];
