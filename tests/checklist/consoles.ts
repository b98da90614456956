import type { ChecklistRow } from './row';

const flags = 'server/features/feature-flags/feature-flags.http.test.ts';
const sessions = 'server/identity/sessions/session-list.http.test.ts';
const console = 'server/features/support-console/support-console.http.test.ts';
const splitting = 'server/features/support-console/lookup-description.rules.test.ts';

export const rows: ChecklistRow[] = [
  { section: '2', row: 'feature-flags: EDIT_FEATURE_FLAGS, listed under CCM tools', test: { file: flags, title: 'is an internal tool, in the menu of those who may use it' } },
  { section: '2', row: 'Feature flags: a dropdown of flags, a table of organisations, each with an Enabled/Disabled toggle button', test: { file: flags, title: 'offers the flags, shows each organization with how it stands, and turns it round with a button' } },
  { section: '2', row: 'Feature flags: the internal edit-feature-flags flag is hidden from the list', test: { file: flags, title: 'are those that the features declare, without the one of the tool itself, each with its words' } },
  { section: '2', row: 'Feature flags: organisation id 1 is hidden from the organisation list', test: { file: flags, title: 'are listed with every organization but the internal one, each on until somebody switches it off' } },
  { section: '7', row: 'GET /features', test: { file: flags, title: 'are those that the features declare, without the one of the tool itself, each with its words' } },
  { section: '7', row: 'GET /features/{name}', test: { file: flags, title: 'are listed with every organization but the internal one, each on until somebody switches it off' } },
  { section: '7', row: 'PUT /features/{name}/{organizationId} with the feature-organisation body', test: { file: flags, title: 'is written down in the organization that it is for, makes its pages stale, and no other’s' } },
  { section: '2', row: 'sessions: VIEW_USER_SESSIONS', test: { file: sessions, title: 'is for those who see the whole organization and have the permission' } },
  { section: '2', row: 'sessions: listed under CCM tools', test: { file: sessions, title: 'is an internal tool, names one’s own session, and says how many there are' } },
  { section: '2', row: 'Sessions: a table of current sessions (creation time, last accessed time, username)', test: { file: sessions, title: 'is an internal tool, names one’s own session, and says how many there are' } },
  { section: '2', row: 'Sessions: a table of session history (timestamp, session count)', test: { file: sessions, title: 'is one count for each quarter of an hour, however often and wherever it is taken, for each who reads it of what they see' } },
  { section: '7', row: 'GET /sessions', test: { file: sessions, title: 'holds those of all organizations for internal staff, with when they began, when they were last used, and whose they are' } },
  { section: '7', row: 'GET /sessions/history', test: { file: sessions, title: 'names an instant at which nobody was signed in, too, and is kept for 90 days' } },
  { section: '2', row: 'support-console: VIEW_CONSOLE, listed under CCM tools', test: { file: console, title: 'is for those with VIEW_CONSOLE, as is the tool in the shell' } },
  { section: '2', row: 'Support console: heading, Lookup By User Field with four forms, Lookup By Id with four forms', test: { file: console, title: 'has its heading and two sections with eight forms of one field, as an internal tool in the menu' } },
  { section: '2', row: 'Support console: each search opens a modal titled Lookup By Id listing the lines of the returned description', test: { file: 'tests/e2e/consoles.spec.ts', title: 'staff look up a person and an id in a window, and are told where nothing has it' } },
  { section: '2', row: 'ID lookup tool: Organization/User/Login Name/Email Address, or Organization/Site/Location/Device', test: { file: console, title: 'asks for a person or an id from every page, by its labels' } },
  { section: '4', row: 'Feature toggle: flip enabled, save, then reload the list', test: { file: 'tests/e2e/consoles.spec.ts', title: 'a feature that staff switch off is gone for the organization at once, and back when they switch it on' } },
  { section: '5', row: 'Support lookup forms: no validation shown', test: { file: 'tests/e2e/consoles.spec.ts', title: 'staff look up a person and an id in a window, and are told where nothing has it' } },
  { section: '7', row: 'GET /system/lookupByUserField?userFieldType=&userField=', test: { file: console, title: 'by %s finds the person, in every organization' } },
  { section: '7', row: 'GET /system/lookupById?idType&id', test: { file: console, title: 'gives what it belongs to, whole, from the organization down' } },
  { section: '7', row: 'The result is split on colons and trimmed, each part loses its last space-separated word, and the first part is dropped', test: { file: splitting, title: 'gives a value of %s whole' } },
  { section: '8', row: 'Failed feature calls are only logged', test: { file: 'tests/e2e/consoles.spec.ts', title: 'a switch that fails is told, and the list stays as it is' } },
];
