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
  status: status.describe('INVITED: has not yet set the password that the account waits for.'),
  ssoUser: z.boolean().describe('Signs in elsewhere, without a password of Tare.'),
  lastSignInAt: z.string().nullable(),
  roleNames: z.array(z.string()).describe('In the language of the person who asks.'),
  secured: z
    .strictObject({ sites: z.number(), locations: z.number() })
    .nullable()
    .describe('How many sites and locations they are narrowed to; null for whoever sees the whole organization.'),
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
  grantable: z.boolean().describe('Everything that it allows is held by the person who asks.'),
});
export const roleList = z.strictObject({
  roles: z.array(role),
  locales: z
    .array(z.strictObject({ locale: z.enum(localeCodes), localeName: z.string() }))
    .describe('The one of the organization first.'),
  limited: z.boolean().describe('The person who asks is limited to certain sites and can change nobody.'),
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
    .describe('The changes that the person who asks may not make, each with the reason.'),
  revision: z.string().describe('To be sent with a change: it is refused where somebody else was faster.'),
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
  login: lineOfText(200).default('').describe('Empty: the e-mail address.'),
  locale: z.enum(localeCodes).optional().describe('Of the mails and pages; without it that of the organization.'),
  roleIds,
});
export type NewUser = z.infer<typeof newUser>;

const revision = z.string().min(1).max(100);
export const userEdit = z.strictObject({ fullName: name, email, roleIds, revision });
export type UserEdit = z.infer<typeof userEdit>;
export const statusEdit = z.strictObject({ active: z.boolean(), revision });
export const accessEdit = z.strictObject({
  items: securedItems.nullable().describe('null: the whole organization.'),
  revision,
});
export const accessCopy = z.strictObject({ fromUserId: bodyId, revision });

export const userParams = z.strictObject({ id: z.coerce.number().int().positive() });
export const userCreated = z.strictObject({ userId: z.number() });
