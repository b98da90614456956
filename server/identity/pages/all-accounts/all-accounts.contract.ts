import type { OfferedRole } from '../team/team-rows.contract';

/** An account of the tree. */
export interface AccountRow {
  id: string;
  name: string;
  suspended: boolean;
  /** Opens or closes what stands below it; null where nothing does. */
  toggleHref: string | null;
  /** What is shown below it. */
  branch: Branch | null;
}

/** Some of the accounts right below one. */
export interface Branch {
  rows: AccountRow[];
  total: number;
  /** null: all are shown, or so many that the search is the better way. */
  moreHref: string | null;
}

/** An account that was looked for. */
export interface FoundAccount {
  id: string;
  name: string;
  suspended: boolean;
  /** Names of those above it, from the top. */
  path: string[];
}

/** One of the people of an account below. */
export interface AccountPerson {
  id: string;
  name: string;
  email: string;
  roles: string[];
  offered: OfferedRole[];
  /** Whether they go on into the accounts below it. */
  reaches: boolean;
  yourself: boolean;
}
