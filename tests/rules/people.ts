import type { Rule } from './rule';

const team = 'server/identity/team/team.client.http.test.ts';
const groups = 'server/identity/groups/groups.client.http.test.ts';
const lastOne = 'server/identity/core/last-administrator.client.http.test.ts';
const invites = 'server/identity/invites/invites.client.http.test.ts';
const roles = 'server/identity/roles/roles.client.http.test.ts';
const joining = 'server/identity/invites/joining.client.http.test.ts';
const signUp = 'server/identity/users/sign-up.client.http.test.ts';
const unanswered = 'server/identity/team/unanswered.client.http.test.ts';

export const peopleRules: readonly Rule[] = [
  // Temporary users.
  { name: 'a temporary user ends to the second', of: '4', file: 'server/identity/users/active-member.ts', text: 'm.ends_at', off: 'null', seenBy: [team, 'holds to the second, by cookie and by bearer, and then opens nothing'] },
  { name: 'a temporary user can be made permanent', of: '4', file: 'server/identity/team/team.service.ts', text: 'seconds === null ? null : after(acting.now, seconds)', off: 'after(acting.now, seconds ?? 60)', seenBy: [team, 'lasts again once it is made to'] },
  { name: 'a temporary user is invited as one', of: '4', file: 'server/identity/team/membership.ts', text: 'const endsAt = expirationInSeconds === undefined ? null : after(now, expirationInSeconds);', off: 'const endsAt = null;', seenBy: [team, 'is given with the invitation, too'] },
  { name: 'nobody removes or limits themselves', of: '6', file: 'server/identity/team/membership.ts', text: 'if (member.userId === acting.actor.userId)', off: 'if (false)', seenBy: ['server/identity/users/mailed-links.client.http.test.ts', 'neither removes nor limits themselves, even where another one is left'] },

  // Roles.
  { name: 'a list of one empty text removes all roles', of: '4', file: 'server/identity/wire/wire.contract.ts', text: "ids.filter((id) => id !== '')", off: 'ids', seenBy: [team, 'gives and takes roles with their next request; one empty text is none'] },
  { name: 'nobody gives what they lack', of: '6', file: 'server/identity/roles/grants.ts', text: "if (!covers(actor.permissions, permission)) throw fail.forbidden('identity.beyondYours');", off: 'void [actor, permission];', seenBy: [team, 'is refused for roles beyond one’s own, roles of others and who sees only some sites'] },
  { name: 'nobody changes their own roles', of: '6', file: 'server/identity/team/membership.ts', text: "if (userId === acting.actor.userId) throw fail.unprocessable('identity.yourself');", off: '', seenBy: [team, 'is refused for what one lacks, for oneself and for whoever is in another tenant'] },
  { name: 'a tenant keeps its last administrator', of: '6', file: 'server/identity/core/keeping-administrators.ts', text: 'if (!keepsAdministrator(holders, await listHolders(trx, held)))', off: 'if (held.tenantNumber === 0 && holders.length === 0)', seenBy: [groups, 'keep the last administrator'] },
  { name: 'whoever sees some sites alone is no administrator to rely on', of: '6', file: 'server/identity/core/administrator.rules.ts', text: 'permanent && activated && !limited', off: 'permanent && activated', seenBy: ['server/identity/core/administrator.rules.test.ts', 'a change may leave a tenant > %s'] },
  { name: 'nobody narrows the last administrator', of: '6', file: 'server/features/users/users.service.ts', text: 'members.narrowing(trx, { tenantNumber: acting.scope.organisationId, now: acting.now }, () => restrictWithin(trx, acting, wanted))', off: 'restrictWithin(trx, acting, wanted)', seenBy: [lastOne, '%s, while there is no other for good'] },
  { name: 'a provider that is off lets no administrator in', of: '6', file: 'server/identity/core/administrators.store.ts', text: ' or (u.sso_user and not ${isSentToProvider})', off: '', seenBy: [lastOne, 'left without the provider that alone lets them in, nor replaced by somebody whose provider is off'] },
  { name: 'whoever sees some sites changes nobody’s rights', of: '6', file: 'server/identity/roles/grants.ts', text: "if (!seesAll(acting.scope)) throw fail.forbidden('identity.limitedToSites');", off: '', seenBy: [team, 'is refused for roles beyond one’s own, roles of others and who sees only some sites'] },
  { name: 'roles of another tenant are not given', of: '6', file: 'server/identity/roles/role.service.ts', text: "if (roles.length < new Set(ids).size) throw fail.notFound('identity.unknownRole');", off: '', seenBy: [team, 'is refused for roles beyond one’s own, roles of others and who sees only some sites'] },
  { name: 'built-in roles stay as they are', of: '6', file: 'server/identity/roles/role.service.ts', text: "if (role.builtIn) throw fail.forbidden('identity.builtInRole');", off: '', seenBy: [roles, 'that are built in stay as they are'] },
  { name: 'permissions of the installation alone are given in no other tenant', of: '6', file: 'server/identity/roles/role.service.ts', text: "=== 'NEVER'))", off: '=== null))', seenBy: [roles, 'nor what belongs to the internal organisation, even where they hold it'] },

  // The team.
  { name: 'nobody else says yes for somebody who was invited', of: '4', file: 'server/identity/users/members.ts', text: "if (active && !set) throw fail.unprocessable('identity.notAccepted');", off: '', seenBy: [team, 'is made active by nobody else while they have not said yes, and stays their first tenant’s to change'] },
  { name: 'a link is mailed anew only to who waits for their password', of: '4', file: 'server/identity/team/team.service.ts', text: "if (status !== 'INVITED') throw fail.unprocessable('identity.alreadyActive');", off: '', seenBy: ['server/identity/users/mailed-links.client.http.test.ts', 'has nobody mailed a first link who has a password'] },
  { name: 'removing somebody ends their membership', of: '4', file: 'server/identity/team/membership.ts', text: 'await deleteMembership(trx, key);', off: '', seenBy: [team, 'ends the membership and its sessions, on every face, and no other tenant’s'] },

  // Invite links.
  { name: 'an invite link ends after thirty days', of: '9', file: 'server/identity/invites/invite.store.ts', text: 'l.token_hash = ${Buffer.from(tokenHash)} and l.expires_at > ${now}', off: 'l.token_hash = ${Buffer.from(tokenHash)}', seenBy: [invites, 'is good for thirty days and names its tenant'] },
  { name: 'an invite link that was revoked leads nowhere', of: '4', file: 'server/identity/invites/invite.service.ts', text: 'await deleteInviteLink(trx, tenantOf(acting));', off: '', seenBy: [invites, 'ends when it is revoked or another one is made'] },
  { name: 'an invite link of a suspended tenant leads nowhere', of: '4', file: 'server/identity/invites/invite.store.ts', text: "t.status <> 'ACTIVE' as locked", off: 'false as locked', seenBy: [invites, 'leads nowhere while its tenant is suspended'] },
  { name: 'somebody with an account is asked before they are a member', of: '4', file: 'server/identity/core/membership.store.ts', text: "status: asked ? 'I' : 'A'", off: "status: 'A'", seenBy: [team, 'invites somebody with an account elsewhere, who is in once they have said yes'] },
  { name: 'an invite link is used as often as it says', of: '4', file: 'server/identity/invites/joining.service.ts', text: 'if (usedUp) throw ended();', off: '', seenBy: [joining, 'lets one of fifty in who use it at once'] },
  { name: 'uses of an invite link are counted', of: '4', file: 'server/identity/invites/joining.service.ts', text: 'await countUse(trx, tenantNumber);', off: '', seenBy: [joining, 'lets one of fifty in who use it at once'] },
  { name: 'uses of an invite link come one after the other', of: '4', file: 'server/identity/invites/invite.store.ts', text: '${lock ? sql`for update of l` : sql``}', off: '', seenBy: [joining, 'lets one of fifty in who use it at once'] },
  { name: 'an invite link that is used up names no tenant', of: '4', file: 'server/identity/invites/invite.service.ts', text: ' || invited.usedUp', off: '', seenBy: [joining, 'names its tenant to nobody once it is used up, and shows its count to who made it'] },
  { name: 'a member uses no invite link up', of: '4', file: 'server/identity/invites/joining.service.ts', text: "if (standing === 'active') return tenantNumber;", off: '', seenBy: [joining, 'leaves a member as they are, and uses nothing up'] },
  { name: 'an invite link brings nobody back who was switched off', of: '4', file: 'server/identity/invites/joining.service.ts', text: "if (standing === 'off') throw fail.forbidden('identity.cannotEnter');", off: '', seenBy: [joining, 'joins nobody once %s'] },
  { name: 'an invite link lets in no address that is kept out', of: 'policy', file: 'server/identity/invites/joining.service.ts', text: 'await checkAddressOf(trx, { tenantNumber, ip });', off: '', seenBy: [signUp, 'is refused from an address that the tenant keeps out, and uses nothing up'] },
  { name: 'an invite link lets in no domain that is kept out', of: 'policy', file: 'server/identity/invites/joining.service.ts', text: 'await checkEmailDomain(trx, { tenantNumber, email });', off: '', seenBy: [joining, 'joins nobody once %s'] },
  { name: 'the rules of the tenant that is joined count', of: 'policy', file: 'server/identity/sign-in/admission.ts', text: 'joining ?? arrival.tenantNumber', off: 'arrival.tenantNumber', seenBy: [joining, 'looks at the address for the tenant that is joined, before the second factor'] },
  { name: 'a sign-up by an invite link does not bring back who was switched off', of: '4', file: 'server/identity/users/invited-sign-up.service.ts', text: "if (standing === null || standing === 'invited') await invite(", off: 'await invite(', seenBy: [signUp, 'does not bring back somebody whom the tenant switched off'] },
  // Whoever was invited and has not said yes.
  { name: 'a list says nothing of whoever has not said yes', of: 'policy', file: 'server/identity/team/team.store.ts', text: 'case when here.unanswered then here."askedAt" else u.created_at end as "createdAt"', off: 'u.created_at as "createdAt"', seenBy: [unanswered, 'shows nothing else of them, in no list and by no order, before they say yes'] },
  { name: 'nor does its order', of: 'policy', file: 'server/identity/team/team.store.ts', text: "isLocked: ifAnswered(sql`u.locked_until`)", off: 'isLocked: sql`u.locked_until`', seenBy: [unanswered, 'shows nothing else of them, in no list and by no order, before they say yes'] },
  { name: 'nor does a group', of: 'policy', file: 'server/identity/groups/group.store.ts', text: 'u.email, case when m.awaits_answer then u.email else u.full_name end as name', off: 'u.email, u.full_name as name', seenBy: [unanswered, 'shows nothing else of them, in no list and by no order, before they say yes'] },
];
