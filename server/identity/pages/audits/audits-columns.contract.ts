import type { LoggedChange } from '../../../platform/audit-log/audit-log.contract';

/** Columns of the log's page. */
export type AuditsColumn = 'at' | 'actor' | 'action' | 'subject' | 'severity' | 'ip';

/** An entry with its action in words. */
export interface AuditRow extends LoggedChange {
  did: string;
  area: string;
}
