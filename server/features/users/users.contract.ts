import { z } from 'zod';
import { securedItems } from '../../domain/places/secured-items.contract';
import { localeCodes } from '../../platform/i18n/messages';
import { sortParameter } from '../../platform/table/table-query';
import { emailAddress, lineOfText } from '../../platform/text-input';
import { changes, refusals } from './users.rules';

const bodyId = z.int().positive();
const status = z.enum(['ACTIVE', 'INVITED', 'INACTIVE']);

const userSorts = ['fullName', 'login', 'email', 'status', 'lastSignInAt'] as const;
export type UserSort = (typeof userSorts)[number];

export const usersQuery = z.strictObject({
  text: lineOfText(100).optional(),
  status: status.optional(),
  sort: sortParameter(userSorts, { column: 'fullName', direction: 'asc' }),
  limit: z.coerce.number().int().min(1).max(200).default(10),
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
});

const userRow = {
  userId: z.number(),
  fullName: z.string(),
  login: z.string(),
  email: z.string(),
  status: status.describe('INVITED: has not set a password yet.'),
  ssoUser: z.boolean().describe('Signs in elsewhere, without a Tare password.'),
  lastSignInAt: z.string().nullable(),
  roleNames: z.array(z.string()).describe('In the caller’s language.'),
  secured: z
    .strictObject({ sites: z.number(), locations: z.number() })
    .nullable()
    .describe('Number of sites and locations the user is limited to; null for access to the whole organization.'),
};
export const userList = z.strictObject({
  users: z.array(z.strictObject(userRow)),
  total: z.number(),
  limit: z.number(),
  offset: z.number(),
});
export type UserList = z.infer<typeof userList>;
export type UserRow = UserList['users'][number];

const role = z.strictObject({
  roleId: z.number(),
  roleName: z.string(),
  grantable: z.boolean().describe('Whether the caller has all permissions of the role.'),
});
export const roleList = z.strictObject({
  roles: z.array(role),
  locales: z
    .array(z.strictObject({ locale: z.enum(localeCodes), localeName: z.string() }))
    .describe('The organization’s own first.'),
  limited: z.boolean().describe('Whether the caller is limited to some sites and so cannot change users.'),
});
export type RoleList = z.infer<typeof roleList>;

export const userDetail = z.strictObject({
  user: z.strictObject({ ...userRow, roleIds: z.array(z.number()) }),
  roles: z.array(role),
  items: z
    .strictObject({
      sites: z.array(z.strictObject({ siteId: z.number(), siteName: z.string() })),
      locations: z.array(z.strictObject({ locationId: z.number(), locationName: z.string(), siteName: z.string() })),
    })
    .nullable(),
  refused: z
    .partialRecord(z.enum(changes), z.enum(refusals))
    .describe('Changes the caller cannot make, each with the reason.'),
  revision: z.string().describe('Send this with a change. The change is rejected if someone else has made one since.'),
});
export type UserDetail = z.infer<typeof userDetail>;

const name = lineOfText(200).min(1);
const email = emailAddress();
const roleIds = z
  .array(bodyId)
  .max(50)
  .refine((ids) => ids.length > 0, 'users.noRole')
  .transform((ids) => [...new Set(ids)]);

export const newUser = z.strictObject({
  fullName: name,
  email,
  login: lineOfText(200).default('').describe('If empty, the email address.'),
  locale: z.enum(localeCodes).optional().describe('For emails and pages. Default: the organization’s.'),
  roleIds,
});
export type NewUser = z.infer<typeof newUser>;

const revision = z.string().min(1).max(100);
export const userEdit = z.strictObject({ fullName: name, email, roleIds, revision });
export type UserEdit = z.infer<typeof userEdit>;
export const statusEdit = z.strictObject({ active: z.boolean(), revision });
export const accessEdit = z.strictObject({
  items: securedItems.nullable().describe('null for the whole organization.'),
  revision,
});
export const accessCopy = z.strictObject({ fromUserId: bodyId, revision });

export const userParams = z.strictObject({ id: z.coerce.number().int().positive() });
export const userCreated = z.strictObject({ userId: z.number() });
