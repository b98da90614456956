import { z } from 'zod';
import { defineTable, type ScreenColumn } from '../../platform/table/define-table';
import { entry, reportFilters } from '../../platform/table/report-filters';
import { lineOfText } from '../../platform/text-input';
import type { FeatureOrganisation } from './feature-flags.contract';

export const flagTable = defineTable<FeatureOrganisation>()({
  key: (row) => [row.organizationId],
  size: 50,
  columns: {
    organization: {
      label: 'featureFlags.organization',
      place: 'lead',
      sort: (row) => row.organizationName,
      usual: 'asc',
    },
    id: { label: 'featureFlags.id', numeric: true, sort: (row) => row.organizationId },
    state: { label: 'featureFlags.state', place: 'side', sort: (row) => Number(row.enabled) },
  },
});

export type FlagColumn = ScreenColumn<typeof flagTable>;

export const flagFilters = reportFilters()(
  [entry('q', { kind: 'search', field: lineOfText(100).optional().catch(undefined), label: 'featureFlags.search' })],
  { kept: ['sort', 'flag'], pages: ['page', 'saved'] },
);

/** What stands in the address of the list: an old one still shows a page. */
export const flagsQuery = z.object({
  flag: z.string().max(100).optional().catch(undefined),
  saved: z.coerce.number().int().optional().catch(undefined),
  ...flagFilters.query,
  ...flagTable.query(),
});
export type FlagsQuery = z.infer<typeof flagsQuery>;

/** By a part of the name, or by the whole id. */
export function matching(organisations: readonly FeatureOrganisation[], q: string | undefined): FeatureOrganisation[] {
  const wanted = q?.trim().toLowerCase() ?? '';
  return organisations.filter(
    ({ organizationId, organizationName }) =>
      organizationName.toLowerCase().includes(wanted) || String(organizationId) === wanted,
  );
}
