/** Columns of the log's page. */
export type AuditsColumn = 'at' | 'actor' | 'action' | 'subject' | 'severity' | 'ip';
