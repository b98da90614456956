import { z } from 'zod';

/** A location in its site, as answers name it. */
export const place = { siteId: z.number(), siteName: z.string(), locationId: z.number(), locationName: z.string() };

/** A stage of a location. */
export const stagePlace = { ...place, wasteStageId: z.number(), wasteStageName: z.string() };

export const country = z.strictObject({ countryCode: z.string(), countryName: z.string() });
export type Country = z.infer<typeof country>;

/** Where a location lies, as dashboards and lists are narrowed by it. What is absent narrows nothing. */
export interface PlaceFilter {
  siteId?: number | undefined;
  locationId?: number | undefined;
  countryCode?: string | undefined;
  regionName?: string | undefined;
  segmentName?: string | undefined;
}
