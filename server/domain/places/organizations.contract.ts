import { z } from 'zod';
import { localeCodes } from '../../platform/i18n/messages';
import { pageParameter, sortParameter } from '../../platform/table/table-query';
import { emailAddress, lineOfText } from '../../platform/text-input';
import { isTimeZone } from '../../platform/time';
import { weightUnits } from '../../platform/weight-units.rules';

const organizationKinds = ['CUSTOMER', 'PARTNER', 'TRIAL'] as const;
const kind = z.enum(organizationKinds);
const status = z.enum(['ACTIVE', 'SUSPENDED']);

const organizationSorts = [
  'name',
  'kind',
  'segmentName',
  'countryName',
  'currencyCode',
  'parentName',
  'siteCount',
  'status',
] as const;
export type OrganizationSort = (typeof organizationSorts)[number];

export const organizationsQuery = z.strictObject({
  text: lineOfText(100).optional(),
  kind: kind.optional(),
  status: status.optional(),
  sort: sortParameter(organizationSorts, { column: 'name', direction: 'asc' }),
  page: pageParameter,
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type OrganizationsQuery = z.infer<typeof organizationsQuery>;

const row = {
  organizationId: z.number(),
  name: z.string(),
  kind,
  segmentName: z.string().nullable(),
  countryCode: z.string(),
  countryName: z.string().describe('In the caller’s language.'),
  currencyCode: z.string(),
  unit: z.enum(weightUnits).describe('The weight unit its users see, unless they choose another.'),
  locale: z.enum(localeCodes),
  timeZone: z.string(),
  parentId: z.number().nullable(),
  parentName: z.string().nullable(),
  siteCount: z.number(),
  simulated: z.boolean(),
  system: z.boolean().describe('The internal organization, which cannot be suspended and has no parent.'),
  status,
};
export const organizationList = z.strictObject({
  organizations: z.array(z.strictObject(row)),
  total: z.number(),
  page: z.number(),
  limit: z.number(),
});
export type OrganizationList = z.infer<typeof organizationList>;
export type OrganizationRow = OrganizationList['organizations'][number];

export const organizationDetail = z.strictObject({
  organization: z.strictObject({ ...row, hasEvents: z.boolean().describe('If it has events, its currency is fixed.') }),
  staff: z.boolean().describe('Whether the caller can also suspend it and set its parent.'),
  revision: z.string().describe('Send this with a change. The change is rejected if someone else has made one since.'),
});
export type OrganizationDetail = z.infer<typeof organizationDetail>;

/** What the forms offer beside places and units. */
export const organizationChoices = z.strictObject({
  segments: z.array(z.string()).describe('Known names to choose from.'),
  locales: z.array(z.strictObject({ locale: z.enum(localeCodes), localeName: z.string() })),
  parents: z.array(z.strictObject({ organizationId: z.number(), name: z.string() })),
  staff: z.boolean(),
});
export type OrganizationChoices = z.infer<typeof organizationChoices>;

const fields = {
  name: lineOfText(200).min(1),
  kind,
  segmentName: lineOfText(100)
    .nullable()
    .transform((text) => (text === '' ? null : text))
    .default(null),
  countryCode: z.string().regex(/^[A-Z]{2}$/, 'sites.unknownCountry'),
  currencyCode: z.string().regex(/^[A-Z]{3}$/, 'sites.unknownCurrency'),
  unit: z.enum(weightUnits),
  locale: z.enum(localeCodes),
  timeZone: z.string().max(100).refine(isTimeZone, 'sites.unknownTimeZone'),
  parentId: z.int().positive().nullable().default(null),
};

export const newOrganization = z.strictObject({
  ...fields,
  administratorName: lineOfText(200).min(1).describe('For its first administrator, who is invited by email.'),
  administratorEmail: emailAddress(),
});
export type NewOrganization = z.infer<typeof newOrganization>;

const revision = z.string().min(1).max(100);
export const organizationEdit = z.strictObject({ ...fields, revision });
export type OrganizationFields = Omit<z.infer<typeof organizationEdit>, 'revision'>;
export const organizationStatus = z.strictObject({ suspended: z.boolean(), revision });

export const organizationParams = z.strictObject({ id: z.coerce.number().int().positive() });
export const organizationCreated = z.strictObject({ organizationId: z.number() });
