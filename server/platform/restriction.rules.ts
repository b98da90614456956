/** Secured sites and locations. A site opens all of its locations, unless some of them are named too: then it opens only those. */
export interface SecuredIds {
  sites: readonly number[];
  locations: readonly number[];
}

/** What somebody sees who does not see everything; without any item they see nothing. */
export interface Restriction extends SecuredIds {
  /** What they have narrowed themselves to; it opens nothing that the rest does not. */
  within?: SecuredIds;
}

/** Whether somebody sees every site and location of the organisation. */
export const seesAll = ({ restriction }: { restriction: Restriction | null }) => restriction === null;

/** A place is seen that each of them holds. */
export const layersOf = ({ sites, locations, within }: Restriction): SecuredIds[] => [
  { sites, locations },
  ...(within ? [within] : []),
];
