import { subDays } from 'date-fns';
import type { z } from 'zod';
import type { LoggedChange } from '../../../platform/audit-log/audit-log.contract';
import {
  exportChanges,
  listChanges,
  selectAuditStats,
  type AuditFilter,
  type AuditSort,
} from '../../../platform/audit-log/audit-log.store';
import { auditPdf, mostInPdf } from '../../../platform/audit-log/audit-pdf';
import { subjectOf } from '../../../platform/audit-log/change-fields.rules';
import { reply, type Route } from '../../../platform/http/define-route';
import { csvFile } from '../../../platform/table/csv';
import { instantOf, localDateOf } from '../../../platform/time';
import { selectSettings } from '../../core/tenants/settings.store';
import type { IdentityParts } from '../../parts';
import { auditColumns, wireSeverities, type AuditColumn } from '../wire/audit-columns.rules';
import { identityCall, unlimited } from '../wire/identity-surface';
import { auditsExportBody, auditsExportQuery, auditsQuery, type AuditsQuery } from './audit.contract';

const path = '/audits';
const access = 'fe.secure.read.audits';

/** The log tells of all sites. */
const condition = unlimited;

const severityNamed = (name: string | undefined): AuditFilter['severity'] =>
  (Object.keys(wireSeverities) as (keyof typeof wireSeverities)[]).find(
    (one) => wireSeverities[one].toLowerCase() === name,
  );

type Filters = Pick<AuditsQuery, 'filter' | 'email' | 'action' | 'ip' | 'userAgent' | 'createdAt' | 'severity'>;

const filterOf = ({ filter, email, action, ip, userAgent, createdAt, severity }: Filters): AuditFilter => ({
  text: filter,
  actor: email,
  action,
  ip,
  userAgent,
  from: createdAt === undefined ? undefined : new Date(createdAt),
  severity: severityNamed(severity),
});

/** A severity that is not known is that of no row. */
const matchesNone = ({ severity }: Filters): boolean => severity !== undefined && severityNamed(severity) === undefined;

const sortOf = (name: string | undefined): AuditSort => auditColumns.find((one) => one.name === name)?.sort ?? 'at';

function viewOf(change: LoggedChange, here: { tenantId: string; vendorId: string }) {
  const at = change.at.toISOString();
  return {
    _id: String(change.id),
    createdAt: at,
    updatedAt: at,
    time: at,
    user: change.actor,
    email: change.actor,
    actorMail: change.behind ?? undefined,
    action: change.action,
    resource: change.entity,
    description: subjectOf(change),
    ip: change.ip ?? '',
    severity: wireSeverities[change.severity],
    userAgent: change.userAgent ?? '',
    json: { before: change.before, after: change.after },
    ...here,
    __v: 0,
  };
}

const cell: Record<AuditColumn, (change: LoggedChange) => string> = {
  createdAt: (change) => change.at.toISOString(),
  email: (change) => (change.behind === null ? change.actor : `${change.actor} (${change.behind})`),
  action: (change) => change.action,
  description: subjectOf,
  ip: (change) => change.ip ?? '',
  severity: (change) => wireSeverities[change.severity],
  userAgent: (change) => change.userAgent ?? '',
  json: (change) => JSON.stringify({ before: change.before, after: change.after }),
};

/** The columns that are named, in our order; those of the table where none are. */
function columnsOf(wanted: NonNullable<z.output<typeof auditsExportBody>>['properties']) {
  return auditColumns.flatMap(({ name, displayName, showInTable }) => {
    const asked = wanted?.find((one) => one.name === name);
    return (wanted ? asked : showInTable)
      ? [{ name, header: asked?.displayName ?? displayName, value: cell[name] }]
      : [];
  });
}

/** What happened in the tenant, in the published clients' form. */
export function auditRoutes({ config }: Pick<IdentityParts, 'config'>): Route[] {
  const exportAs = (format: 'csv' | 'csv/v2'): Route =>
    identityCall({
      method: 'post',
      path: `${path}/export/${format}`,
      access,
      condition,
      summary: 'audits.csv: all entries that match, in the order they were written, with the columns that are named.',
      query: auditsExportQuery,
      body: auditsExportBody,
      answerType: 'text/csv',
      handle({ query, body }, { db, actor }) {
        const rows = exportChanges(db, actor.organisation.id, {
          filter: filterOf(query),
          descending: query.sortDirection,
        });
        return reply.csv(csvFile('audits.csv', columnsOf(body?.properties), matchesNone(query) ? [] : rows));
      },
    });

  return [
    identityCall({
      method: 'get',
      path,
      access,
      condition,
      opens: { programs: true },
      summary: 'List what was changed in the tenant, by whom and from where.',
      query: auditsQuery,
      async handle({ query }, { db, actor }) {
        if (matchesNone(query)) return reply.json({ data: [], total: 0 });
        const { changes, total } = await listChanges(db, actor.organisation.id, {
          filter: filterOf(query),
          sort: { by: sortOf(query.sortBy), descending: query.sortDirection },
          limit: query.count,
          offset: query.offset,
        });
        const { tenantId } = await selectSettings(db, actor.organisation.id);
        const here = { tenantId, vendorId: config.identity.clientId };
        return reply.json({ data: changes.map((change) => viewOf(change, here)), total });
      },
    }),
    identityCall({
      method: 'get',
      path: `${path}/stats`,
      access,
      condition,
      opens: { programs: true },
      summary: 'Get how many entries today has, and how many critical ones the last seven days have.',
      async handle(_input, { db, now, actor: { organisation } }) {
        const dayStart = instantOf(localDateOf(now, organisation.timeZone), '00:00:00', organisation.timeZone);
        return reply.json(await selectAuditStats(db, organisation.id, { dayStart, weekStart: subDays(now, 7) }));
      },
    }),
    exportAs('csv/v2'),
    exportAs('csv'),
    identityCall({
      method: 'post',
      path: `${path}/export/pdf`,
      access,
      condition,
      summary: `The same as a PDF, of up to ${mostInPdf} entries.`,
      query: auditsExportQuery,
      body: auditsExportBody,
      handle: ({ query, body }, context) =>
        auditPdf(context, {
          title: context.t('audits.title'),
          subtitle: [],
          filter: matchesNone(query) ? null : filterOf(query),
          descending: query.sortDirection,
          columns: columnsOf(body?.properties).map(({ name, header, value }) => ({
            label: header,
            text: value,
            width: name === 'json' || name === 'userAgent' ? 2 : 1,
          })),
        }),
    }),
  ];
}
