import type { ChecklistRow } from './row';

const framed = 'server/features/legacy-pages/legacy-pages.http.test.ts';
const hierarchies = 'server/features/hierarchies/hierarchies.http.test.ts';
const prices = 'server/features/cost-rules/cost-rules.http.test.ts';

export const rows: ChecklistRow[] = [
  { section: '2', row: 'Legacy route hierarchies: EDIT_HIERARCHIES; cost-rules: VIEW_COST_RULES; their places among the CCM tools', test: { file: framed, title: 'lists the pages with their permissions and their places in the menu' } },
  { section: '2', row: 'Legacy pages are HTML files in a frame', test: { file: framed, title: 'is framed at the same view for whoever has the right' } },
  { section: '4', row: 'A missing permission on a child route: redirect to /home', test: { file: framed, title: 'tells %s that the session has ended' } },
  { section: '7', row: 'GET /refdata/participant/{orgId}/{elementCode}/hier/{hierId} shows what hierarchies makes', test: { file: hierarchies, title: 'grows: a category and an item below it, with names in other languages and the part of the food' } },
  { section: '9', row: 'Waste stages 8, 9 and 23 are fixed', test: { file: hierarchies, title: 'shows the three stages, which nobody changes' } },
  { section: '2', row: 'cost-rules opens with VIEW_COST_RULES', test: { file: prices, title: 'opens with one right and changes with the other' } },
];
