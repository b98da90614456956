import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/database';
import { spellingsOf } from '../../../platform/email-spellings';
import { fail } from '../../../platform/errors';
import type { Members, TakenName } from '../../../platform/members';
import { checkEmailDomain, checkEmailDomainOf } from '../../policies/email-domains/email-domain-check';
import { endSessionsBelowPolicy } from '../../policies/mfa/mfa-policy.store';
import { foreignTenantOf } from '../../policies/providers/foreign-provider';
import { lockAccount } from '../accounts/account-lock';
import { addUser } from '../accounts/user.store';
import { invite } from '../invitations/invitation.service';
import { endInvitations } from '../invitations/invitation.store';
import { lockTenant } from '../memberships/administrators.store';
import { keepingAdministrators, type RightsTrx } from '../memberships/keeping-administrators';
import {
  addMember,
  askUnused,
  giveRoles,
  isUnused,
  replaceRoles,
  switchMembership,
  type MembershipKey,
} from '../memberships/membership.store';
import { sendActivationLinkJob } from '../passwords/activation-link';
import { endPasswordLinks } from '../passwords/password-link';
import { sendResetLinkJob } from '../passwords/reset-link';
import { endSessionsInTenant } from '../sessions/session.store';
import { leaveBelow } from '../tenants/from-above';
import { findMember, listMembers, listRoles } from './members.store';

/** Nobody's mailbox is filled by clicking again and again. */
const mostLinksAnHour = 5;

export const members: Members = {
  list: listMembers,
  find: findMember,
  lock: lockTenant,
  roles: listRoles,
  takenName,

  async add(trx, { tenantNumber, roleIds, ...account }) {
    await checkEmailDomain(trx, { tenantNumber, email: account.email });
    const userId = await addUser(trx, account);
    await addMember(trx, { tenantNumber, userId, roles: [] });
    await giveRoles(trx, { tenantNumber, userId, roleIds });
    return userId;
  },

  async changeAccount(trx, { userId, fullName, email, now }) {
    const {
      email: before,
      login,
      sso_user: bySso,
      address_before: provenBefore,
      unused,
    } = await trx
      .selectFrom('identity.user as u')
      .select(['email', 'login', 'sso_user', 'address_before', isUnused.as('unused')])
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const readdressed = before.toLowerCase() !== email.toLowerCase();
    if (readdressed) await checkEmailDomainOf(trx, { userId, email });
    // Nobody has shown that it is theirs.
    if (readdressed && (await foreignTenantOf(trx, { userId, email })) !== null)
      throw fail.unprocessable('identity.addressOfProvider', {
        fields: [{ field: 'email', code: 'identity.addressOfProvider' }],
      });
    // Who comes by a provider alone, or has never come, types no login: the address of before is free for whoever has it now.
    const movesLogin = readdressed && (bySso || unused) && login.toLowerCase() === before.toLowerCase();
    const proven = provenBefore ?? before;
    // Whoever has never come in shows theirs by the link that lets them in.
    const unproven =
      readdressed && !unused ? { address_before: proven.toLowerCase() === email.toLowerCase() ? null : proven } : {};
    await trx
      .updateTable('identity.user')
      .set({ full_name: fullName, email, ...(movesLogin ? { login: email } : {}), ...unproven })
      .where('id', '=', userId)
      .execute();
    // A link that lies in the mailbox of before must not open the account any more.
    if (readdressed) await endPasswordLinks(trx, userId, now);
  },

  setRoles: (trx, { now, ...member }) =>
    keepingAdministrators(trx, { tenants: [member.tenantNumber], now }, (rights) => replaceRoles(rights, member)),
  narrowing: (trx, { tenantNumber, now }, work) => keepingAdministrators(trx, { tenants: [tenantNumber], now }, work),
  setActive: (trx, member) =>
    keepingAdministrators(trx, { tenants: [member.tenantNumber], now: member.now }, (rights) =>
      setActiveIn(rights, member),
    ),

  async sendLink(trx, jobs, { userId, requestId, now }) {
    const user = await trx
      .selectFrom('identity.user')
      .select(['email', 'password_hash'])
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await checkLinks(trx, userId, now);
    const at = now.toISOString();
    if (user.password_hash !== null)
      return jobs.send(trx, sendResetLinkJob, { email: user.email.toLowerCase(), at, requestId });
    await endPasswordLinks(trx, userId, now);
    const owner = await foreignTenantOf(trx, { userId, email: user.email });
    if (owner !== null) {
      // Whoever activated it would be kept out of their own organization.
      for (const tenantNumber of await askUnused(trx, { userId, except: owner }))
        await invite(trx, jobs, { tenantNumber, userId, requestId, now });
      return;
    }
    return jobs.send(trx, sendActivationLinkJob, { userId, at, requestId });
  },
};

/**
 * Switches somebody's membership on or off. Somebody who was invited says yes by themselves, whatever became of their invitation.
 * @throws Failure 422 notAccepted
 */
export async function setActiveIn(
  trx: RightsTrx,
  { active, now, ...key }: MembershipKey & { active: boolean; now: Date },
): Promise<void> {
  const { userId } = key;
  await lockAccount(trx, userId);
  const set = await switchMembership(trx, key, { active, now });
  if (active && !set) throw fail.unprocessable('identity.notAccepted');
  // Whoever was switched off must not switch themselves on by an invitation of before.
  await endInvitations(trx, key, now);
  if (active) return endSessionsBelowPolicy(trx, { ...key, now });
  await endSessionsInTenant(trx, key, { now, reason: 'deactivated' });
  await leaveBelow(trx, key, now);
  const still = await trx
    .selectFrom('identity.membership')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('status', '=', 'A')
    .limit(1)
    .executeTakeFirst();
  if (!still) await endPasswordLinks(trx, userId, now);
}

async function takenName(
  trx: Trx,
  { login, email, exceptUserId = 0 }: { login: string; email: string; exceptUserId?: number },
): Promise<TakenName> {
  const names = [...spellingsOf(login), ...spellingsOf(email)];
  const { rows } = await sql<{
    name: string;
  }>`select name from identity.sign_in_name where name = any(${names}::text[]) and user_id <> ${exceptUserId}`.execute(
    trx,
  );
  const taken = new Set(rows.map(({ name }) => name));
  if (spellingsOf(email).some((name) => taken.has(name))) return 'email';
  return taken.size > 0 ? 'login' : null;
}

async function checkLinks(trx: Trx, userId: number, now: Date): Promise<void> {
  const {
    rows: [row],
  } = await sql<{ made: number }>`
    select count(*) as made from identity.password_token where user_id = ${userId} and created_at > ${now}::timestamptz - interval '1 hour'`.execute(
    trx,
  );
  if ((row?.made ?? 0) >= mostLinksAnHour) throw fail.tooMany('errors.tooMany', { params: { seconds: 3600 } });
}
