import { z } from 'zod';
import { linesOfText } from '../../../platform/text-input';
import { idList, maybe, publicId, shortText } from '../../wire.contract';

const permissionKeys = z.array(z.string().max(200)).max(1000);

const fields = {
  key: shortText,
  name: shortText,
  description: maybe(linesOfText(2000)),
  isDefault: maybe(z.boolean()),
  level: maybe(z.number().int().min(0).max(1_000_000)),
};

export const newRole = z.object({ ...fields, permissions: maybe(permissionKeys) });
/** A role that is begun from another one has its permissions where none are named. */
export const newRoleV2 = z.object({ ...fields, permissionIds: maybe(permissionKeys), baseRoleId: maybe(publicId) });
export const roleEdit = z.object({ ...fields, key: maybe(shortText), name: maybe(shortText) });
export const rolePermissions = z.object({ permissionIds: permissionKeys });
export const permissionRoles = z.object({ roleIds: idList });
export const roleParams = z.object({ roleId: publicId });
export const permissionParams = z.object({ permissionKey: z.string().max(200) });

export type RoleEdit = z.infer<typeof roleEdit>;
