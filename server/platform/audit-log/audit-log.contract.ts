import type { Severity } from '../audit';

export interface LoggedChange {
  id: number;
  at: Date;
  /** Their name at the time. */
  actor: string;
  /** Who really acted with that person's rights. */
  behind: string | null;
  /** `noun.verb`. */
  action: string;
  severity: Severity;
  entity: string;
  entityId: string | null;
  ip: string | null;
  userAgent: string | null;
  requestId: string | null;
  before: unknown;
  after: unknown;
}
