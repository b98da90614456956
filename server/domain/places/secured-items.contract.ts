import { z } from 'zod';

/** Far beyond what one organisation has; a longer list is a mistake. */
const mostItems = 10_000;

const ids = z.array(z.int().positive()).max(mostItems);

/**
 * Sites and locations that somebody is narrowed to. A site opens all of its locations, unless some of them are named too: then it
 * opens only those. Without any, they see nothing.
 */
export const securedItems = z.strictObject({ siteIds: ids, locationIds: ids });
export type SecuredItems = z.infer<typeof securedItems>;

/** What a person sees where they do not see everything, by organisation and, where they do not see all of a site, by site. */
export const securedNames = z.strictObject({
  tenantNameToSecuredSiteNameEntries: z.array(
    z.strictObject({ tenantName: z.string(), securedSites: z.array(z.string()) }),
  ),
  siteNameToSecuredLocationNameEntries: z.array(
    z.strictObject({ siteName: z.string(), securedLocations: z.array(z.string()) }),
  ),
});
export type SecuredNames = z.infer<typeof securedNames>;

const choiceSite = z.strictObject({
  siteId: z.number(),
  siteName: z.string(),
  /** Whether it may be chosen with all locations that it has and will have. */
  whole: z.boolean(),
  locations: z.array(z.strictObject({ locationId: z.number(), locationName: z.string() })),
});
export type ChoiceSite = z.infer<typeof choiceSite>;

/** What somebody may narrow themselves to in one organisation. */
export const choiceSites = z.array(choiceSite);

/** What they have narrowed themselves to, and in which organisations they may. */
export const ownNarrowing = securedItems.extend({
  organizations: z.array(
    z.strictObject({ organizationId: z.number(), organizationName: z.string(), items: z.number() }),
  ),
});
export type OwnNarrowing = z.infer<typeof ownNarrowing>;
