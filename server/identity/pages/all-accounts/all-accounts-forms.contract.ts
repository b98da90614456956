import { z } from 'zod';
import { emailAddress, lineOfText } from '../../../platform/text-input';
import { tenantAlias } from '../../core/tenants/sub-tenant.contract';
import { webAddress } from '../../core/tenants/tenant.contract';
import { publicId, shortText } from '../../wire.contract';
import { withRoles } from '../team/team-forms.contract';
import { mostOpen, parseOpen } from './open-branches.rules';

const done = z
  .enum(['created', 'renamed', 'moved', 'deleted', 'added', 'roles', 'allowed', 'limited', 'removed'])
  .optional()
  .catch(undefined);
const text = lineOfText(200).optional().catch(undefined);
const page = z.coerce.number().int().min(1).max(10_000).catch(1);

export const treeQuery = z.object({
  open: z
    .string()
    .max(mostOpen * 40)
    .optional()
    .catch(undefined)
    .transform((given) => parseOpen(given)),
  search: text,
  done,
});
export const accountParams = z.object({ accountId: publicId });
export const personParams = z.object({ accountId: publicId, memberId: publicId });
export const accountQuery = z.object({ done, page: page.default(1) });
export const newAccountQuery = z.object({ parent: publicId.optional().catch(undefined) });
export const moveQuery = z.object({ search: text, to: publicId.optional().catch(undefined) });

export const newAccountForm = z.strictObject({
  name: shortText,
  alias: z.union([z.literal('').transform(() => undefined), tenantAlias]).optional(),
  website: z
    .string()
    .trim()
    .refine((given) => given === '' || webAddress.safeParse(given).success, 'organizationSettings.notAnAddress'),
  parent: publicId,
  resells: z.literal('on').optional(),
});
export const nameForm = z.strictObject({ name: shortText });
export const moveForm = z.strictObject({ to: publicId });
export const deleteForm = z.strictObject({ name: lineOfText(200) });
export const addPersonForm = withRoles(
  z.strictObject({
    email: emailAddress(),
    name: lineOfText(200).default(''),
    below: z.literal('on').optional(),
    roleIds: z.array(publicId).max(1000),
  }),
);
export const rolesForm = withRoles(z.strictObject({ roleIds: z.array(publicId).max(1000) }));
export const accessForm = z.strictObject({ act: z.enum(['allow', 'deny']) });
