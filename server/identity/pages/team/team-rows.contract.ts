/** `invited`: has not followed a link yet. `ended`: their time is over. */
export type TeamState = 'active' | 'invited' | 'locked' | 'deactivated' | 'ended';

/** Somebody of the team, as its list shows them. */
export interface TeamRow {
  id: string;
  name: string;
  email: string;
  roles: string[];
  state: TeamState;
  /** null: not known before they answer. */
  secondFactor: boolean | null;
  lastLogin: string | null;
  endsAt: string | null;
  /** Where too many sign-ins have failed. */
  lockedUntil: string | null;
  createdAt: string;
}

/** Columns of the list. */
export type TeamColumn = 'name' | 'email' | 'roles' | 'state' | 'secondFactor' | 'lastLogin';

/** A role as a form offers it. */
export interface OfferedRole {
  id: string;
  name: string;
  /** The name of its box. */
  box: string;
  held: boolean;
  /** Whoever looks may give and take it. */
  yours: boolean;
}
