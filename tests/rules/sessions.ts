import type { Rule } from './rule';

const at = 'server/identity/sessions';
const tokens = 'server/identity/tokens';
const policy = `${at}/session-policy.client.http.test.ts`;
const refresh = `${tokens}/tokens.client.http.test.ts`;
const more = `${at}/session-rules.client.http.test.ts`;
const secure = 'tests/security/sessions.http.test.ts';

export const sessionRules: readonly Rule[] = [
  // Tokens.
  { name: 'a refresh token is replaced', of: '4', file: `${tokens}/tokens.ts`, text: "if (verdict === 'replace') await noteRefresh(trx, sessionId, now);", off: '', seenBy: [refresh, 'that was replaced eleven seconds ago ends the session, and every token of it'] },
  { name: 'parallel tabs have ten seconds', of: '4', file: `${tokens}/refresh.rules.ts`, text: '<= refreshGraceSeconds * 1000', off: '< 0', seenBy: [refresh, 'gives parallel tabs the same successor within ten seconds'] },
  { name: 'a refresh token that is used later was stolen', of: '4', file: `${tokens}/refresh.rules.ts`, text: "? 'repeat' : 'reused'", off: "? 'repeat' : 'repeat'", seenBy: [refresh, 'that was replaced eleven seconds ago ends the session, and every token of it'] },
  { name: 'a stolen refresh token ends its family', of: '4', file: `${tokens}/tokens.ts`, text: "await endSession(trx, sessionId, { now, reason: 'refresh token reused' });", off: '', seenBy: [refresh, 'that was replaced eleven seconds ago ends the session, and every token of it'] },
  { name: 'a refresh token is one of ours', of: '4', file: `${tokens}/refresh-token.ts`, text: 'secrets.isCode(purpose, textOf(named), given.subarray(20)) ? named : null', off: 'named', seenBy: [more, 'that somebody made up as %s of a session that there is opens nothing and ends nothing'] },
  { name: 'no address that is kept out refreshes', of: 'policy', file: `${tokens}/tokens.ts`, text: 'if (!(await isAddressAllowed(db, person, ip))) throw barredHere();', off: '', seenBy: ['server/identity/restrictions/restrictions.client.http.test.ts', 'keep out a refresh that brings nothing but its cookie, and leave it good for where it may come from'] },
  { name: 'no refresh token is used up by whoever is kept out', of: 'policy', file: `${tokens}/tokens.ts`, text: 'await entitled(asked);\n      if', off: 'if', seenBy: ['server/identity/restrictions/restrictions.client.http.test.ts', 'keep out a refresh that brings nothing but its cookie, and leave it good for where it may come from'] },
  { name: 'an access token ends after a quarter of an hour', of: '4', file: `${tokens}/access-token.ts`, text: 'exp: issuedAt + accessTokenSeconds,', off: 'exp: issuedAt + 10 * accessTokenSeconds,', seenBy: [refresh, 'ends after a quarter of an hour'] },
  { name: 'a tab acts in a tenant of its person', of: '4', file: 'server/identity/index.ts', text: "if (!there) throw fail.forbidden('identity.notYourTenant');", off: 'if (!there) return person;', seenBy: [refresh, 'are not open to somebody who is in none of them, by the body or by the address'] },
  { name: 'an organization that somebody reaches is acted in by its rules', of: 'policy', file: 'server/platform/acting.ts', text: 'if (keptOut) throw keptOut;', off: '', seenBy: [`${at}/kept-out-elsewhere.http.test.ts`, 'whoever acts in another organization that they belong to > is held to its rules where it %s, there and below it'] },
  { name: 'logout ends the session on every face', of: '4', file: `${tokens}/token.routes.ts`, text: 'for (const sessionId of sessionsHere(parts, context)) await signOut(context.visitor, sessionId);', off: '', seenBy: [refresh, 'dies with the session at sign-out, on every face of it'] },
  { name: 'logout of the page ends the session', of: '4', file: 'server/identity/sign-in/sign-out.ts', text: 'if (sessionId !== null) await signOut(visitor, sessionId);', off: '', seenBy: ['server/identity/sign-in/sign-in.http.test.ts', 'ends the session and records it, or neither'] },

  // Who a session stands for.
  { name: 'whoever was switched off is signed out at once', of: 'policy', file: `${at}/session.store.ts`, text: "u.id = coalesce(s.viewed_user_id, s.user_id) and u.status = 'A'", off: 'u.id = coalesce(s.viewed_user_id, s.user_id)', seenBy: [secure, 'at the next request when %s, for a stolen cookie too'] },
  { name: 'a membership that ended signs out at once', of: 'policy', file: `${at}/session.store.ts`, text: 'm.user_id = u.id and ${isActiveMember(now)}', off: 'm.user_id = u.id', seenBy: [secure, 'at the next request when %s, for a stolen cookie too'] },
  { name: 'a suspended tenant signs everybody out', of: 'policy', file: `${at}/session.store.ts`, text: " and t.status = 'ACTIVE'\n", off: '\n', seenBy: [secure, 'for everybody of an organisation that is suspended'] },
  { name: 'a session that ended opens nothing', of: '4', file: `${at}/live-session.ts`, text: "(${of('ended_at')} is null and ${of('expires_at')}", off: "(${of('expires_at')}", seenBy: [refresh, 'an access token > opens nothing once %s'] },
  { name: 'a session ends after ninety days', of: '9', file: `${at}/session-policy.rules.ts`, text: 'lifeSeconds: 7_776_000 }', off: 'lifeSeconds: 77_760_000 }', seenBy: [secure, 'after ninety days in all, however busy it was'] },
  { name: 'a session that is left alone ends after an hour', of: '9', file: `${at}/live-session.ts`, text: " and ${of('last_used_at')} > ${now}::timestamptz - make_interval(secs => ${of('idle_seconds')})", off: '', seenBy: [policy, 'leave the installation’s own where they are switched off'] },

  // What a tenant limits.
  { name: 'a tenant’s idle limit ends a session', of: 'policy', file: `${at}/live-session.ts`, text: '(limits.idle_active and', off: '(false and', seenBy: [policy, 'end an idle session that was running before, by %s'] },
  { name: 'a tenant’s absolute limit ends a session', of: 'policy', file: `${at}/live-session.ts`, text: '(limits.life_active and', off: '(false and', seenBy: [policy, 'are not put off by use: the absolute one ends it, by %s'] },
  { name: 'a stricter tenant’s times hold in its tab', of: 'policy', file: `${at}/session.store.ts`, text: ' and ${isWithinLimits(now, { tenant: sql`t.number` })}', off: '', seenBy: [policy, 'and times of a stricter tenant hold in its tab, and in no other'] },
  { name: 'one session too many ends the oldest', of: 'policy', file: `${at}/session-policy.store.ts`, text: 'await endSurplus(trx, { tenantNumber, userId, most: most - 1, now });', off: '', seenBy: [policy, 'ends the oldest when a third opens'] },
  { name: 'nobody has more than ten sessions in all', of: '9', file: `${at}/session-policy.store.ts`, text: 'await endSurplus(trx, { userId, most: sessionCeiling.maxSessions - 1, now });', off: '', seenBy: [more, 'is ten in all, whatever tenants they are in'] },
  { name: 'sign-ins at once are counted one by one', of: 'policy', file: `${at}/session.store.ts`, text: 'await lockAccount(trx, userId);\n  await makeRoom', off: 'await makeRoom', seenBy: [policy, 'is kept to by 20 parallel sign-ins: exactly so many are left'] },
  { name: 'fewer sessions end what runs', of: 'policy', file: `${at}/session-policy.service.ts`, text: 'await endSurplus(trx, { tenantNumber, most: mostSessions(after), keep: sessionId, now });', off: '', seenBy: [policy, 'made smaller ends what is running, but not the session that asks'] },
  { name: 'but not that of whoever asks for fewer', of: 'policy', file: `${at}/session-policy.service.ts`, text: 'keep: sessionId, ', off: '', seenBy: [policy, 'made smaller ends what is running, but not the session that asks'] },
  { name: 'moving to a stricter tenant counts there', of: 'policy', file: `${at}/session.store.ts`, text: 'await endSurplus(trx, { tenantNumber, userId, most: mostSessions(await selectSessionPolicy(trx, tenantNumber)), keep: sessionId, now });', off: '', seenBy: [policy, 'counts each tenant’s own, and whoever moves to a stricter one'] },
  { name: 'whoever moves to a tenant is of it when they do', of: 'policy', file: 'server/identity/users/profile.service.ts', text: 'await lockAccount(trx, actor.userId);', off: '', seenBy: [more, 'stays where it is where its person is taken out of that one meanwhile'] },
  { name: 'no tenant allows more sessions than the installation', of: 'policy', file: `${at}/session-policy.contract.ts`, text: '.max(sessionCeiling.maxSessions)', off: '', seenBy: [policy, 'are never wider: %s'] },
  { name: 'no tenant allows longer ones', of: 'policy', file: `${at}/session-policy.contract.ts`, text: '.max(most)', off: '', seenBy: [policy, 'are never wider: %s'] },
  { name: 'a limit that is off leaves the installation’s', of: 'policy', file: `${at}/session-policy.rules.ts`, text: '(concurrentActive ? Math.min(maxSessions, sessionCeiling.maxSessions) : sessionCeiling.maxSessions)', off: 'maxSessions', seenBy: [policy, 'leave the installation’s own where they are switched off'] },
  { name: 'one’s own session ends by oneself', of: '4', file: `${at}/own-session.store.ts`, text: ".where('user_id', '=', userId).where('viewed_user_id', 'is', null).where('ended_at'", off: ".where('ended_at'", seenBy: [policy, 'are nobody else’s to end'] },
  { name: 'all others end but the one that asks', of: '4', file: `${at}/own-session.service.ts`, text: 'except: sessionId, ', off: '', seenBy: [policy, 'all end but the one that asks'] },
];
