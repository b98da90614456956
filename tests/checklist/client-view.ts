import type { ChecklistRow } from './row';

const view = 'server/features/client-view/client-view.http.test.ts';
const security = 'server/features/data-security/data-security.http.test.ts';
const journey = 'tests/e2e/client-view.spec.ts';

export const rows: ChecklistRow[] = [
  { section: '2', row: 'client-view: CREATE_CLIENT_VIEW_SESSION', test: { file: view, title: 'to a customer, whatever they may' } },
  { section: '2', row: 'Account menu: view data security, set data security, /client-view', test: { file: security, title: 'the account menu leads to both windows, and the page wakes them' } },
  { section: '2', row: 'Data security modals list tenants and their secured sites, and sites and their secured locations', test: { file: security, title: 'tells both lists by name' } },
  { section: '2', row: 'Data security: Update is disabled while no sites or locations are checked', test: { file: journey, title: 'set data security and see the totals shrink, then remove the restriction and see them back' } },
  { section: '2', row: 'Data security: the list height is 400px', test: { file: journey, title: 'the lists of data security are 400 pixels high, on a phone too' } },
  { section: '2', row: 'Client view lets a staff user view as a customer', test: { file: view, title: 'has a session of its own, the rights of the person and no others, and a band on every page' } },
  { section: '2', row: 'Exiting deletes the client-view session and reloads the user', test: { file: view, title: 'is left for the session before it, with a new cookie' } },
  { section: '2', row: 'The nav is hidden while this loads', test: { file: journey, title: 'start and exit a client view' } },
  { section: '5', row: 'Data security Update disabled while nothing is checked', test: { file: journey, title: 'set data security and see the totals shrink, then remove the restriction and see them back' } },
  { section: '7', row: 'client view session get and delete (clientViewSessionId)', test: { file: view, title: 'is left for the session before it, with a new cookie' } },
  { section: '7', row: 'put secured site ids and secured location ids', test: { file: security, title: 'to sites and locations holds from the next request on and is lifted' } },
  { section: '7', row: 'get secured items', test: { file: security, title: 'tells both lists by name' } },
  { section: '8', row: 'apiErrorCode 1 with ClientViewApiErrorCode: the call', test: { file: view, title: 'after 60 minutes, whatever is done in it' } },
  { section: '8', row: 'ClientViewApiErrorCode: reload the user and go to /client-view with clientViewSessionEnded true', test: { file: journey, title: 'a call in a client view that is over leads to its start, where a sentence says so' } },
  { section: '8', row: 'Data security update failure: An error occurred during data security update: {message}', test: { file: journey, title: 'a failed update of data security is told with its reason, and nothing is lost of what was checked' } },
];
