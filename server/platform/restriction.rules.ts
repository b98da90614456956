/** The secured sites and locations of somebody who sees no others; without any they see nothing. */
export interface Restriction {
  sites: readonly number[];
  locations: readonly number[];
}

/** Whether somebody sees every site and location of the organisation. */
export const seesAll = ({ restriction }: { restriction: Restriction | null }) => restriction === null;
