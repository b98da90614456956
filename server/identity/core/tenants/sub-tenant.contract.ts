import { z } from 'zod';
import { emailAddress, lineOfText } from '../../../platform/text-input';
import { idList, maybe, publicId, shortText } from '../../wire.contract';
import { accessTypes } from './access-type.rules';
import { settingsFields } from './tenant.contract';

/** A name that may stand in an address. */
export const tenantAlias = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, 'subTenants.notAnAlias');

export const subTenantParams = z.object({ subTenantId: publicId });

/** The front end chooses the id. Who made it is known without `creatorName` and `creatorEmail`. */
export const newSubTenant = settingsFields.extend({
  tenantId: maybe(publicId),
  name: shortText,
  alias: maybe(tenantAlias),
  parentTenantId: maybe(publicId),
  isReseller: maybe(z.boolean()),
  logoUrl: settingsFields.shape.logo,
});
export const subTenantEdit = z.object({ name: shortText });

export const subTenantManagement = z.object({ isReseller: maybe(z.boolean()) });

export const subTenantHierarchy = z.object({ subAccountAccessType: maybe(z.enum(accessTypes)) });

export const subUserParams = z.object({ subUserId: publicId });

const person = z.object({ email: emailAddress(), name: maybe(shortText) });
const mostTenants = 50;

export const newSubUsers = z.object({
  users: z.array(person).min(1).max(50),
  tenantId: publicId,
  roleIds: maybe(idList),
  allowSubAccountAccess: maybe(z.boolean()),
});
export const newSubUser = z.object({
  user: person,
  subTenants: z
    .array(z.object({ tenantId: publicId, roleIds: maybe(idList) }))
    .min(1)
    .max(mostTenants),
});
export const removedSubUser = z.object({
  userId: publicId,
  subTenants: z
    .array(z.object({ tenantId: publicId }))
    .min(1)
    .max(mostTenants),
});
export const subUserRoles = z.object({
  subTenantsRoles: z
    .array(z.object({ tenantId: publicId, roleIds: idList }))
    .min(1)
    .max(mostTenants),
});
export const subUserAccess = z.object({ allowAccess: z.boolean() });

export const everybodyQuery = z.object({
  _limit: maybe(z.coerce.number().int().min(1).max(50)),
  _offset: maybe(z.coerce.number().int().min(0)),
  _filter: maybe(lineOfText(200)),
  _sortBy: maybe(z.enum(['createdAt', 'name', 'email', 'id', 'verified', 'isLocked', 'provider', 'tenantId'])),
  _order: maybe(z.enum(['ASC', 'DESC'])),
});

export type NewSubTenant = z.infer<typeof newSubTenant>;
export type NewSubUsers = z.infer<typeof newSubUsers>;
export type NewSubUser = z.infer<typeof newSubUser>;
export type RemovedSubUser = z.infer<typeof removedSubUser>;
export type SubUserRoles = z.infer<typeof subUserRoles>['subTenantsRoles'];
