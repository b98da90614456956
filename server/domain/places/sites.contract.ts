import { z } from 'zod';
import { pageParameter, sortParameter } from '../../platform/table/table-query';
import { lineOfText, linesOfText } from '../../platform/text-input';
import { isLocalDate, isTimeZone } from '../../platform/time';

const id = z.coerce.number().int().positive();
const bodyId = z.int().positive();
const status = z.enum(['A', 'I']);

const name = lineOfText(200).min(1);
const place = lineOfText(100)
  .nullable()
  .transform((text) => (text === '' ? null : text));

export const lookupQuery = z.strictObject({
  status: z
    .union([status, z.array(status)])
    .default('A')
    .transform((chosen) => [...new Set([chosen].flat())]),
});

export const siteLookup = z.array(
  z.strictObject({
    siteId: z.number(),
    siteName: z.string(),
    siteStatus: status,
    timeZone: z.string(),
    currencyCode: z.string(),
    locations: z.array(
      z.strictObject({
        locationId: z.number(),
        locationName: z.string(),
        locationStatus: status,
        devices: z.array(z.strictObject({ deviceId: z.number(), deviceName: z.string(), deviceStatus: status })),
      }),
    ),
  }),
);
export type SiteLookup = z.infer<typeof siteLookup>;

const siteSorts = [
  'siteName',
  'countryName',
  'regionName',
  'segmentName',
  'timeZone',
  'currencyCode',
  'locationCount',
  'deviceCount',
  'siteStatus',
] as const;
export type SiteSort = (typeof siteSorts)[number];

export const overviewQuery = z.strictObject({
  status: status.optional(),
  text: lineOfText(100).optional(),
  sort: sortParameter(siteSorts, { column: 'siteName', direction: 'asc' }),
  page: pageParameter,
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type OverviewQuery = z.infer<typeof overviewQuery>;

const siteRow = {
  siteId: z.number(),
  siteName: z.string(),
  address: z.string(),
  countryCode: z.string(),
  countryName: z.string().describe('In the caller’s language.'),
  regionName: z.string().nullable(),
  segmentName: z.string().nullable(),
  timeZone: z.string(),
  currencyCode: z.string(),
  siteStatus: status,
  locationCount: z.number(),
  deviceCount: z.number(),
};
export const siteOverview = z.strictObject({
  sites: z.array(z.strictObject(siteRow)),
  total: z.number(),
  page: z.number(),
  limit: z.number(),
});
export type SiteOverview = z.infer<typeof siteOverview>;
export type SiteRow = SiteOverview['sites'][number];

const deviceRow = z.strictObject({
  deviceId: z.number(),
  deviceName: z.string(),
  serial: z.string(),
  locationId: z.number().nullable(),
  deviceStatus: status,
  hasKey: z.boolean(),
  lastSeenAt: z.string().nullable(),
});
export type DeviceRow = z.infer<typeof deviceRow>;

export const siteDetail = z.strictObject({
  site: z.strictObject({
    ...siteRow,
    hasEvents: z.boolean().describe('If it has events, its time zone and currency are fixed.'),
    subdivisionCode: z
      .string()
      .nullable()
      .describe(
        'The part of the country whose public holidays the site observes, such as GB-ENG; null for nationwide holidays only.',
      ),
    subdivisionName: z.string().nullable().describe('In the caller’s language, if available.'),
  }),
  locations: z.array(
    z.strictObject({
      locationId: z.number(),
      locationName: z.string(),
      locationStatus: status,
      holidaysObserved: z.boolean(),
      firstEventDate: z.string().nullable(),
      closedOn: z.string().nullable().describe('The last day of a closed location. No later day is open.'),
      wasteStageIds: z.array(z.number()),
    }),
  ),
  devices: z.array(deviceRow).describe('Those at the site, and those of the organization without a location.'),
  regions: z.array(z.string()).describe('Known names to choose from.'),
  segments: z.array(z.string()),
});
export type SiteDetail = z.infer<typeof siteDetail>;

const siteFields = {
  siteName: name,
  address: linesOfText(500).default(''),
  countryCode: z.string().regex(/^[A-Z]{2}$/, 'sites.unknownCountry'),
  regionName: place.default(null),
  subdivisionCode: z
    .string()
    .max(20)
    .nullable()
    .optional()
    .describe(
      'The part of the country whose public holidays the site observes; null for nationwide holidays only. If missing, it stays the same, or is derived from the region for a new site or when country or region changes.',
    ),
  segmentName: place.default(null),
  timeZone: z.string().max(100).refine(isTimeZone, 'sites.unknownTimeZone'),
  currencyCode: z.string().regex(/^[A-Z]{3}$/, 'sites.unknownCurrency'),
};
const closedOn = z.string().refine(isLocalDate, 'errors.notADate').optional();
export const newSite = z.strictObject(siteFields);
export const siteEdit = z.strictObject({
  ...siteFields,
  siteStatus: status,
  closedOn: closedOn.describe('The last day of the locations closed with their site. Default: today in its time zone.'),
});
export type SiteFields = z.infer<typeof newSite>;
export type SiteEdit = z.infer<typeof siteEdit>;

export const newLocation = z.strictObject({
  siteId: bodyId,
  locationName: name,
  holidaysObserved: z.boolean().default(true),
  wasteStageIds: z.array(z.int()).min(1).max(3).default([8]),
});
export type NewLocation = z.infer<typeof newLocation>;
export const locationEdit = z.strictObject({
  locationName: name,
  holidaysObserved: z.boolean(),
  locationStatus: status,
  closedOn: closedOn.describe('The last day of a closed location. Default: today in its site’s time zone.'),
});
export type LocationEdit = z.infer<typeof locationEdit>;

export const idParams = z.strictObject({ id });
export const siteCreated = z.strictObject({ siteId: z.number() });
export const locationCreated = z.strictObject({ locationId: z.number() });
