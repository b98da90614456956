import type { ChecklistRow } from './row';

const users = 'server/features/users/users.http.test.ts';
const organizations = 'server/features/organizations/organizations.http.test.ts';
const operators = 'server/features/operators/operators.http.test.ts';
const frames = 'server/features/legacy-pages/legacy-pages.http.test.ts';
const journeys = 'tests/e2e/legacy-people.spec.ts';

export const rows: ChecklistRow[] = [
  { section: '2', row: 'users, operators and organizations are framed pages behind EDIT_USERS, EDIT_OPERATORS and EDIT_ORGANIZATIONS', test: { file: frames, title: 'lists the pages with their permissions and their places in the menu' } },
  { section: '2', row: 'A framed page is shown to whoever has its permission', test: { file: frames, title: 'is framed at the same view for whoever has the right' } },
  { section: '2', row: 'CCM tools: /users, /operators and /organizations in their order', test: { file: frames, title: 'lists the pages with their permissions and their places in the menu' } },
  { section: '4', row: 'Some users also administer users, organizations and kitchen staff', test: { file: journeys, title: 'somebody is invited by keyboard alone, follows the link of the mail and is signed in' } },
  { section: '5', row: 'Organization: participantId, participantName', test: { file: organizations, title: 'has every organization for internal staff, searched, filtered and sorted' } },
  { section: '5', row: 'Organization user: userId, fullName, emailAddress', test: { file: users, title: 'has 10 a page from offset 0, is searched, filtered and sorted' } },
  { section: '7', row: 'EDIT_USERS, EDIT_OPERATORS and EDIT_ORGANIZATIONS belong to the CCM tools', test: { file: frames, title: 'lists the pages with their permissions and their places in the menu' } },
  { section: '7', row: 'Nobody gives a role that allows more than they may do', test: { file: 'server/features/users/users.rules.test.ts', title: 'roles that change hands > %s' } },
  { section: '7', row: 'A kitchen’s people are kept by whoever sees its location', test: { file: operators, title: 'shows somebody limited to a site no other, and lets them change no other' } },
  { section: '8', row: 'Somebody deactivated is signed out at their next step', test: { file: users, title: 'is signed out at once, comes in no more, and again when reactivated' } },
  { section: '9', row: 'Users page size default 10, offset 0', test: { file: users, title: 'has 10 a page from offset 0, is searched, filtered and sorted' } },
];
