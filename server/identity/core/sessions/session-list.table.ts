import { z } from 'zod';
import { defineTable, type Reader } from '../../../platform/table/define-table';
import { entry, reportFilters } from '../../../platform/table/report-filters';
import { lineOfText } from '../../../platform/text-input';
import type { HistoryView, ShownSession } from './session-list.contract';

export interface SessionReader extends Reader {
  /** Who sees one organisation needs no column for it. */
  seesAll: boolean;
}

export const sessionTable = defineTable<ShownSession, SessionReader>()({
  size: 50,
  columns: {
    username: { label: 'sessions.username', place: 'lead', sort: 'query' },
    organization: { label: 'sessions.organization', when: ({ seesAll }) => seesAll, sort: 'query' },
    creationTime: { label: 'sessions.creationTime', sort: 'query' },
    lastAccessedTime: { label: 'sessions.lastAccessedTime', sort: 'query', usual: 'desc' },
    browser: { label: 'sessions.browser' },
    end: { label: 'sessions.action', place: 'side' },
  },
});

export const historyTable = defineTable<HistoryView>()({
  size: 24,
  columns: {
    instant: { label: 'sessions.instant', place: 'lead' },
    count: { label: 'sessions.count', numeric: true, place: 'side' },
  },
});

export const sessionFilters = reportFilters()(
  [entry('q', { kind: 'search', field: lineOfText(100).optional().catch(undefined), label: 'sessions.search' })],
  { kept: ['sort', 'pageHistory'], pages: ['page', 'ended'] },
);

/** An old address still shows the page. */
export const sessionsQuery = z.object({
  ended: z.literal('1').optional().catch(undefined),
  ...sessionFilters.query,
  ...sessionTable.query(),
  ...historyTable.query('History'),
});
export type SessionsQuery = z.infer<typeof sessionsQuery>;
