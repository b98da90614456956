import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
import { reportCalls } from './generate-reports.calls';
import { reportRoutes } from './generate-reports.routes';
import { reportMailChannel } from './report-mail.channel';
import { reportsOfPerson } from './report-runs.store';
import { reportJobs } from './reports.jobs';

export { runForm } from './generate-reports.contract';
export { datesOfPeriod, usualPeriod } from './report-kinds.rules';
export { fileReply, printReply, runReply, stepReply } from './report-pages';
export { countReportsOf, listRunsPage } from './report-runs.store';
export { openShared, revokeShare, shareReport } from './report-shares.service';
export { listShares } from './report-shares.store';
export { loadChoices, setFields, viewOf } from './reports.presentation';
export { readerOf, requestReport, selectRun } from './reports.service';
export { placeIn } from './schedules.service';

const permissions = {
  GENERATE_REPORTS: ['manager', 'administrator', 'support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

export const feature: Feature = {
  name: 'generate-reports',
  permissions,
  routes: [...reportRoutes, ...reportCalls],
  nav: [
    { menu: 'reporting', href: '/generate-reports', label: 'reports.title', order: 5 },
    { menu: 'reporting', href: '/generate-reports/new', label: 'reports.new', order: 15, unlisted: true },
    {
      menu: 'reporting',
      href: '/generate-reports/schedules/new',
      label: 'reports.schedule.new',
      order: 16,
      unlisted: true,
    },
  ],
  jobs: reportJobs,
  channels: [reportMailChannel],
  personalData: reportsOfPerson,
};
