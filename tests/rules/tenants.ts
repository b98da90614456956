import type { Rule } from './rule';

const at = 'server/identity/tenants';
const accounts = `${at}/sub-tenants.client.http.test.ts`;
const people = `${at}/sub-tenant-users.client.http.test.ts`;
const put = 'is put away once nothing is in it: suspended, out of the tree, and back when staff open it again';

export const tenantRules: readonly Rule[] = [
  { name: 'resellers alone open sub-accounts', of: '4', file: `${at}/sub-tenant.service.ts`, text: "if (!family.below || !(await isReseller(trx, family.top))) throw fail.forbidden('subTenants.notReseller');", off: '', seenBy: [accounts, 'is opened by resellers alone, who may do so, below themselves'] },
  { name: 'a name stands once below a tenant', of: '4', file: `${at}/sub-tenant.service.ts`, text: "if (await isNameTaken(trx, { parentNumber, name })) throw fail.conflict('subTenants.nameTaken');", off: '', seenBy: [accounts, 'is opened by resellers alone, who may do so, below themselves'] },
  { name: 'a sub-account that others stand below stays', of: '4', file: `${at}/sub-tenant.service.ts`, text: "if (await hasTenantsBelow(trx, number)) throw fail.conflict('subTenants.holdsOthers');", off: '', seenBy: [accounts, put] },
  { name: 'a sub-account that people work in stays', of: '4', file: `${at}/sub-tenant.service.ts`, text: "if (await hasActivePeople(trx, number, now)) throw fail.conflict('subTenants.holdsPeople');", off: '', seenBy: [accounts, put] },
  { name: 'a sub-account that holds data stays', of: '4', file: `${at}/sub-tenant.service.ts`, text: "if (await holdsData(trx, number)) throw fail.conflict('subTenants.holdsData');", off: '', seenBy: [accounts, put] },
  { name: 'a sub-account that is put away is suspended', of: '4', file: `${at}/sub-tenant.service.ts`, text: 'await tenants.setSuspended(trx, { number, suspended: true, now });', off: '', seenBy: [accounts, put] },
  { name: 'nobody names or puts away the tenant that they act in', of: '6', file: `${at}/family.ts`, text: "if (found.level === 0) throw fail.notFound('identity.unknownTenant');", off: '', seenBy: [accounts, 'is named anew from above, and by nobody else'] },
  { name: 'a tenant of another family is not there', of: '6', file: `${at}/tenant.store.ts`, text: ' and (${below} or t.number = ${top}) and way.level is not null`', off: '`', seenBy: [accounts, 'is named anew from above, and by nobody else'] },
  { name: 'a membership leads below only where it says so', of: '6', file: `${at}/family.ts`, text: '(await findReach(db, { tenantNumber: organisation.id, userId })) === true', off: 'true', seenBy: [people, 'is switched for each person, at once, by whoever has it'] },
  { name: 'whoever sees some sites sees nothing below', of: '6', file: `${at}/family.ts`, text: 'restriction === null && ', off: '', seenBy: [accounts, 'is changed by nobody whose membership ends above it, or who sees only some sites'] },
  { name: 'nobody switches the way below who does not go it', of: '6', file: `${at}/sub-tenant-users.service.ts`, text: "if (!family.below) throw fail.forbidden('identity.beyondYours');", off: '', seenBy: [people, 'is switched for each person, at once, by whoever has it'] },
  { name: 'nobody leads others on where they do not go', of: '6', file: 'server/identity/team/membership.ts', text: "if (wanted && !own) throw fail.forbidden('identity.beyondYours');", off: '', seenBy: [people, 'is switched for each person, at once, by whoever has it'] },
  { name: 'whoever is added goes as far below as who adds them', of: '6', file: 'server/identity/team/membership.ts', text: 'return wanted ?? own;', off: 'return wanted ?? true;', seenBy: [people, 'is switched for each person, at once, by whoever has it'] },
  { name: 'nobody takes from people above them in a sub-account', of: '6', file: 'server/identity/team/membership.ts', text: 'checkGrant(acting, member.permissionsHere);', off: '', seenBy: [people, 'in a sub-account, nor takes it'] },
];
