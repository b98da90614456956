import { z } from 'zod';
import { linesOfText } from '../../../platform/text-input';
import { maybe, publicId, shortText, wirePage } from '../../wire.contract';

export const belowParams = z.object({ belowId: publicId });

export const hierarchyQuery = z.object({
  ...wirePage(50),
  _filter: maybe(z.string().trim().max(200)),
  _subTenantId: maybe(publicId),
  _sortBy: maybe(z.enum(['createdAt', 'name', 'tenantId'])),
  _order: maybe(z.enum(['ASC', 'DESC'])),
});

const idsWithCommas = z
  .string()
  .max(20_000)
  .transform((given) => given.split(',').filter((id) => id !== ''))
  .pipe(z.array(publicId).max(500));
export const metadataQuery = z.object({ _tenantIds: idsWithCommas });
export const countBody = z.object({ tenantIds: z.array(publicId).max(500), excludeInvisibleUsers: maybe(z.boolean()) });

/** An address of the web, or a picture in the text itself. */
export const webAddress = z
  .string()
  .max(2_000)
  .regex(/^https?:\/\/[^\s"'<>]+$/i);
/** A picture: where it is, or the picture itself. */
export const logoText = z
  .string()
  .max(90_000)
  .regex(/^(https?:\/\/[^\s"'<>]+|data:image\/(png|jpeg|webp|gif);base64,[\w+/=]+)$/i);

/** What is said of a tenant beside its name. */
export const settingsFields = z.object({
  address: maybe(linesOfText(500)),
  timezone: maybe(shortText),
  dateFormat: maybe(shortText),
  timeFormat: maybe(shortText),
  currency: maybe(shortText),
  logo: maybe(logoText),
  website: maybe(webAddress),
  applicationUrl: maybe(webAddress),
});

/** The front end sends all that it keeps; an empty text leaves a field as it is. */
export const settingsBody = settingsFields.extend({ name: maybe(shortText) });
