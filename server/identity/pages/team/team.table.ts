import { defineTable } from '../../../platform/table/define-table';
import type { TeamRow } from './team-rows.contract';

/** The people of an organization, by name. */
export const teamTable = defineTable<TeamRow>()({
  size: 20,
  columns: {
    name: { label: 'team.name', place: 'lead', sort: 'query', usual: 'asc', csv: (row) => row.name },
    email: { label: 'team.email', sort: 'query', csv: (row) => row.email },
    roles: { label: 'team.roles', csv: (row) => row.roles.join(', ') },
    state: { label: 'team.state', place: 'side', csv: (row, { t }) => t(`team.states.${row.state}`) },
    secondFactor: {
      label: 'team.secondFactor',
      csv: ({ secondFactor }, { t }) =>
        secondFactor === null ? null : t(secondFactor ? 'team.enrolled' : 'team.notEnrolled'),
    },
    lastLogin: { label: 'team.lastLogin', sort: 'query', csv: (row) => row.lastLogin },
    createdAt: { label: 'team.added', screen: false, sort: 'query', csv: (row) => row.createdAt },
    endsAt: { label: 'team.ends', screen: false, csv: (row) => row.endsAt },
  },
});
