/** Columns as the published front ends name them, with what they sort by here. */
export const auditColumns = [
  { name: 'createdAt', displayName: 'Time', type: 'Timestamp', sort: 'at', showInTable: true, filterable: true },
  { name: 'email', displayName: 'User', type: 'Email', sort: 'actor', showInTable: true, filterable: true },
  { name: 'action', displayName: 'Action', type: 'AlphaNumeric', sort: 'action', showInTable: true, filterable: true },
  {
    name: 'description',
    displayName: 'Subject',
    type: 'AlphaNumeric',
    sort: null,
    showInTable: true,
    filterable: false,
  },
  { name: 'ip', displayName: 'IP Address', type: 'IpAddress', sort: 'ip', showInTable: true, filterable: true },
  {
    name: 'severity',
    displayName: 'Severity',
    type: 'Severity',
    sort: 'severity',
    showInTable: true,
    filterable: true,
  },
  {
    name: 'userAgent',
    displayName: 'User Agent',
    type: 'AlphaNumeric',
    sort: 'userAgent',
    showInTable: false,
    filterable: true,
  },
  { name: 'json', displayName: 'Details', type: 'Json', sort: null, showInTable: false, filterable: false },
] as const;
export type AuditColumn = (typeof auditColumns)[number]['name'];

/** As the published front ends write them. */
export const wireSeverities = { info: 'Info', warning: 'Medium', critical: 'Critical' } as const;
