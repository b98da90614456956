import type { ChecklistRow } from './row';

const status = 'server/features/machine-vision/unclassified-status.http.test.ts';
const statusRules = 'server/features/machine-vision/unclassified-status.rules.test.ts';
const analytics = 'server/platform/http/analytics.http.test.ts';

export const rows: ChecklistRow[] = [
  { section: '4', row: 'Machine vision icon: count 0 shows classified, non-zero unclassified, null no icon', test: { file: statusRules, title: 'of a count of %s is %j' } },
  { section: '4', row: 'Machine vision icon: from the state of events, in the menu', test: { file: status, title: 'is null without anything to classify, a count while events wait, and 0 when all are classified, in the call and in the menu of every page' } },
  { section: '7', row: 'Get unclassified data status', test: { file: status, title: 'is null without anything to classify, a count while events wait, and 0 when all are classified, in the call and in the menu of every page' } },
  { section: '7', row: 'Unclassified data status is fetched only with the machine-vision permission', test: { file: 'server/platform/http/menu-status.test.ts', title: 'reads what a menu tells for %s' } },
  { section: '5', row: 'Analytics container id: must match GTM- followed by alphanumerics', test: { file: 'server/config.test.ts', title: 'refuses the analytics container %s, and says what one looks like' } },
  { section: '5', row: 'Analytics labels a user as employee or customer by e-mail domain', test: { file: analytics, title: 'the label of a reader > of %s is %s' } },
  { section: '5', row: 'Analytics: the label reaches the container, the address nothing', test: { file: 'tests/e2e/analytics.spec.ts', title: 'the page of ${audience}s loads it once, tells it the label, and nowhere who they are' } },
];
