import { z } from 'zod';
import { entry, reportFilters } from '../../platform/table/report-filters';
import { lineOfText } from '../../platform/text-input';
import type { OrganisationState } from './organisations.contract';
import { organisationsTable } from './organisations.table';

export const organisationFilters = reportFilters()(
  [entry('q', { kind: 'search', field: lineOfText(100).optional().catch(undefined), label: 'legacy.ui.search' })],
  { kept: ['sort'], pages: ['page'] },
);

/** The address of the staff's list. */
export const organisationsQuery = z.object({ ...organisationFilters.query, ...organisationsTable.query() });

/** By a part of the name, or by the whole id. */
export function matching(organisations: readonly OrganisationState[], q: string | undefined): OrganisationState[] {
  const wanted = q?.trim().toLowerCase() ?? '';
  return organisations.filter(({ id, name }) => name.toLowerCase().includes(wanted) || String(id) === wanted);
}
