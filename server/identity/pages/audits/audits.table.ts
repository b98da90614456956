import { subjectOf } from '../../../platform/audit-log/change-fields.rules';
import { defineTable } from '../../../platform/table/define-table';
import type { AuditRow } from './audits-columns.contract';

const whole = (value: unknown): string | null => (value === null || value === undefined ? null : JSON.stringify(value));

/** What happened, the newest first. */
export const auditsTable = defineTable<AuditRow>()({
  size: 20,
  columns: {
    at: { label: 'audits.time', place: 'lead', sort: 'query', usual: 'desc', csv: (row) => row.at.toISOString() },
    actor: { label: 'audits.user', sort: 'query', csv: (row) => row.actor },
    behind: { label: 'audits.behind', screen: false, csv: (row) => row.behind },
    action: { label: 'audits.action', place: 'side', sort: 'query', csv: (row) => row.action },
    subject: { label: 'audits.subject', csv: subjectOf },
    severity: { label: 'audits.severity', sort: 'query', csv: (row) => row.severity },
    ip: { label: 'audits.ip', sort: 'query', csv: (row) => row.ip },
    userAgent: { label: 'audits.userAgent', screen: false, csv: (row) => row.userAgent },
    before: { label: 'audits.before', screen: false, csv: (row) => whole(row.before) },
    after: { label: 'audits.after', screen: false, csv: (row) => whole(row.after) },
  },
});
