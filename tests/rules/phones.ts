import type { Rule } from './rule';

const at = 'server/identity/phone-numbers';
const texts = `${at}/sms-entry.client.http.test.ts`;
const reset = `${at}/phone-reset.client.http.test.ts`;
const pure = `${at}/phone-secret.rules.test.ts`;
const good = 'a code or token of the phone flows > %s';
const rows = 'leaves a row of each step: what was asked for, brought, refused and changed, with the tenant and where from';
const lost = 'sets another number by a code from their mailbox, is signed out everywhere and told of it';

export const phoneRules: readonly Rule[] = [
  // A texted code.
  { name: 'texts sign in only where the strategy takes them', of: '4', file: `${at}/phone-codes.ts`, text: "if (!isWayOpen(config.identity.authStrategy, 'smsCode')) throw fail.forbidden('identity.wayClosed');", off: '', seenBy: [texts, 'is closed under %s'] },
  { name: 'texts sign in only where they are sent', of: '4', file: `${at}/sms-entry.service.ts`, text: 'assertSms(needs.config);', off: '', seenBy: [texts, 'says so where nobody sends texts'] },
  { name: 'a texted code works once', of: '4', file: `${at}/phone-secret.rules.ts`, text: 'usedAt === null && ', off: '', seenBy: [pure, good] },
  { name: 'a texted code is used up by signing in', of: '4', file: `${at}/sms-entry.service.ts`, text: 'await endPhoneSecret(trx, found.id, now);', off: '', seenBy: [texts, 'works once, in parallel too'] },
  { name: 'a texted code ends after ten minutes', of: '4', file: `${at}/phone-secret.rules.ts`, text: 'expiresAt > now && ', off: '', seenBy: [texts, 'is too old after ten minutes, and good until then'] },
  { name: 'a texted code is good for the telephone that it went to', of: '4', file: `${at}/phone-secret.rules.ts`, text: ' && reachesOwner', off: '', seenBy: [pure, good] },
  { name: 'a texted code is compared', of: '4', file: `${at}/phone-codes.ts`, text: 'timingSafeEqual(secretHash, codeDigest(id, code))', off: 'true', seenBy: [texts, 'of a %s name bears five wrong tries, whatever is begun anew'] },
  { name: 'wrong texted codes are counted', of: '4', file: `${at}/phone-codes.ts`, text: '(await countTries(trx, subjects, now)) > codeTries.most', off: 'false', seenBy: [texts, 'of a %s name bears five wrong tries, whatever is begun anew'] },
  { name: 'a code is texted five times an hour', of: '4', file: `${at}/phone-secret.store.ts`, text: 'return Number(sent) < sendsPerAccount.most ? found : null;', off: 'return found;', seenBy: [texts, 'is sent five times an hour, whatever names it is asked for by'] },
  { name: 'a number that two people share is no name', of: '4', file: `${at}/phone-secret.store.ts`, text: 'case when count(*) = 1 then min(p.user_id) end', off: 'min(p.user_id)', seenBy: [texts, 'goes to nobody by a number that two people share'] },
  { name: 'a number that was not shown to be theirs signs nobody in', of: '4', file: `${at}/phone-secret.store.ts`, text: 'where p.user_id = u.id and p.verified_at is not null', off: 'where p.user_id = u.id', seenBy: [texts, 'says the same for a name that nobody has, and for somebody without a proven number'] },

  // A telephone that was lost.
  { name: 'a code of the phone flows does what it was sent for', of: '4', file: `${at}/phone-secret.store.ts`, text: 'where s.purpose = ${purpose} and s.flow_hash', off: 'where s.flow_hash', seenBy: [reset, 'cannot use one for the other, nor a code to sign in'] },
  { name: 'asking for a new number leaves a row', of: 'policy', file: `${at}/phone-code.job.ts`, text: "await recordAudit(trx, { organisationId: to.tenantNumber, userId: null, actor: 'anonymous', at: now, action: userActions.phoneResetRequest, entity: 'user', entityId: to.userId, ...asked });", off: '', seenBy: [reset, rows] },
  { name: 'a mailed code that gives a new number leaves a row', of: 'policy', file: `${at}/phone-reset.service.ts`, text: "await visitor.audit(trx, { action: userActions.phoneResetVerify, entity: 'user', entityId: userId, organisationId: tenantNumber });", off: '', seenBy: [reset, rows] },
  { name: 'a refused one leaves a row', of: 'policy', file: `${at}/phone-reset.service.ts`, text: "await visitor.audit(trx, { action: sessionActions.refuse, entity: 'user', entityId: userId, organisationId: tenantNumber, after: { way: 'phoneReset' } });", off: '', seenBy: [reset, rows] },
  { name: 'a mailed code that gives a new number works once', of: '4', file: `${at}/phone-reset.service.ts`, text: 'await endPhoneSecret(trx, found.id, now);', off: '', seenBy: [reset, 'uses each of the two up'] },
  { name: 'a new number ends the codes of before', of: '4', file: `${at}/phone-reset.service.ts`, text: 'await endPhoneSecrets(trx, userId, now);', off: '', seenBy: [reset, 'uses each of the two up'] },
  { name: 'a new number by mail ends every session', of: '4', file: `${at}/phone-reset.service.ts`, text: "await endSessionsOfUser(trx, userId, { now, reason: 'phone number changed' });", off: '', seenBy: [reset, lost] },
  { name: 'a new number is told of', of: '4', file: `${at}/phone-reset.service.ts`, text: 'await jobs.send(trx, tellOfPhoneJob, { userId, changeId: randomUUID(), masked: maskedPhone(phone), at: now.toISOString() });', off: '', seenBy: [reset, lost] },
  { name: 'a new number takes the place of the one before', of: '4', file: `${at}/phone-secret.store.ts`, text: "await trx.deleteFrom('identity.phone_number').where('user_id', '=', userId).where('phone', '!=', phone).execute();", off: '', seenBy: [reset, lost] },
  { name: 'a token of a new number is good once, for its time and its mailbox', of: '4', file: `${at}/phone-reset.service.ts`, text: 'change?.userId == null || !isGood(change, now)', off: 'change?.userId == null', seenBy: [reset, 'has ten minutes for each'] },
  { name: 'a number is changed by whoever has just proved themselves', of: '4', file: `${at}/phone-change.service.ts`, text: 'assertSms(config);\n  await assertMayEnrol(db, owner);', off: 'assertSms(config);', seenBy: [reset, 'must have proved themselves of late'] },
  { name: 'a changed number ends the sessions elsewhere', of: '4', file: `${at}/phone-change.service.ts`, text: "await endOtherSessions(trx, { userId, sessionId }, { now, reason: 'phone number changed' });", off: '', seenBy: [reset, 'sets another number by a code that is texted to it; other sessions end and they are told'] },
];
