import { defineTable, type ScreenColumn } from '../../platform/table/define-table';
import type { OrganisationState } from './organisations.contract';

export const organisationsTable = defineTable<OrganisationState>()({
  key: (row) => [row.id],
  size: 50,
  columns: {
    name: { label: 'home.organisation', place: 'lead', sort: (row) => row.name, usual: 'asc' },
    id: { label: 'home.id', numeric: true, sort: (row) => row.id },
    locations: { label: 'home.locations', numeric: true, place: 'side', sort: (row) => row.locations },
    lastWeek: { label: 'home.newestWeek', sort: (row) => row.lastWeek },
    open: { label: 'home.open' },
  },
});

export type OrganisationColumn = ScreenColumn<typeof organisationsTable>;
