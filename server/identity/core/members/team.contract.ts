import { z } from 'zod';
import { emailAddress, lineOfText } from '../../../platform/text-input';
import { idList, maybe, publicId, shortText, wirePage } from '../../wire.contract';

const text = maybe(lineOfText(200));
/** Ten years. */
const seconds = z.coerce.number().int().min(1).max(315_360_000);
/** Arrives as JSON text or with commas between. */
const idsInQuery = maybe(
  z
    .string()
    .max(20_000)
    .transform((given) => given.split(/[[\],"\s]+/).filter((id) => id !== ''))
    .pipe(z.array(publicId).max(500)),
);

export const teamQuery = z.object({
  pageOffset: maybe(z.coerce.number().int().min(0)),
  pageSize: maybe(z.coerce.number().int().min(1).max(200)),
  sortBy: maybe(z.enum(['name', 'email', 'createdAt', 'lastLogin'])),
  sortDirection: maybe(
    z
      .string()
      .toLowerCase()
      .pipe(z.enum(['asc', 'desc'])),
  ),
  name: text,
  email: text,
  _filter: text,
  roleIds: idsInQuery,
  // What the published portal's own search field, and its look-up of somebody by their address, send.
  searchFilter: text,
});

const page = {
  ...wirePage(10),
  ids: idsInQuery,
  _order: maybe(z.enum(['ASC', 'DESC'])),
  _sortBy: maybe(z.enum(['createdAt', 'name', 'email', 'id', 'verified', 'isLocked', 'provider', 'tenantId'])),
};
const flag = maybe(z.enum(['true', 'false']));

export const usersV2Query = z.object({ ...page, _filter: text, _includeSubTenants: flag });
export const usersV3Query = z.object({
  ...page,
  _email: text,
  _namePrefix: text,
  _tenantId: maybe(publicId),
  _includeSubTenants: flag,
  _preset: maybe(z.enum(['mfa-unenrolled', 'breached-passwords', 'inactive'])),
  _maxInactiveSeconds: maybe(seconds),
});
export const usersByIds = z.object({ ids: idsInQuery });

export const newTeamUser = z.object({
  email: emailAddress(),
  name: maybe(shortText),
  roleIds: maybe(idList),
  expirationInSeconds: maybe(seconds),
});
/** The front end sends the whole person that it keeps; only these are theirs to change. */
export const teamEdit = z.object({ id: publicId, name: maybe(shortText), roleIds: maybe(idList) });
export const memberParams = z.object({ memberId: publicId });
export const temporaryBody = z.object({ expirationInSeconds: seconds });

/** Whoever has not signed in for this long counts as inactive, where nothing else is said: 90 days. */
export const usualInactiveSeconds = 7_776_000;

export type NewTeamUser = z.infer<typeof newTeamUser>;
export type TeamEdit = z.infer<typeof teamEdit>;
