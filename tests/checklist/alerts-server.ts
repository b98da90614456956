import type { ChecklistRow } from './row';

const calls = 'server/features/alerts/alerts.http.test.ts';
const inputs = 'for %s';

/** What the alerts service answers and refuses; the screen's rows stand beside the screen. */
export const rows: ChecklistRow[] = [
  { section: '4', row: 'Choosing weight clears the currency, choosing cost clears the unit', test: { file: calls, title: 'may be sent back as it was answered, and loses its currency or unit with its kind' } },
  { section: '4', row: 'Site, location and device 0 stand for all; a location is of its site, a device of its location', test: { file: calls, title: 'for a value, a site, a device of another organisation, and of another location' } },
  { section: '4', row: 'Update sends the changed notification records', test: { file: calls, title: 'is chosen by everybody for themselves' } },
  { section: '4', row: 'Adding a user sets notifyEmail true, IMMEDIATE, push false; removing sets notifyEmail false', test: { file: calls, title: 'is chosen for others by whoever may, among the members; people who are not named stay' } },
  { section: '5', row: 'Alert: name required, max 50; description, comparison type and operator required; duplicate values rejected', test: { file: calls, title: inputs } },
  { section: '7', row: 'GET /alert/participant/{orgId}', test: { file: calls, title: 'is answered with every field of its own and what the reader is notified of' } },
  { section: '7', row: 'GET /alert/participant/{orgId} with siteId and searchString', test: { file: calls, title: 'is found by its site and by what its name, description, place or values hold' } },
  { section: '7', row: 'GET and PUT /alert/participant/{orgId}/alert/{alertId}/emailNotifications', test: { file: calls, title: 'is chosen for others by whoever may, among the members; people who are not named stay' } },
  { section: '7', row: 'GET /participant/{orgId}/lpoUsers', test: { file: calls, title: 'is nobody of another organisation, and nobody who has left' } },
  { section: '7', row: 'PUT /alert/notification', test: { file: calls, title: 'is chosen by everybody for themselves' } },
  { section: '7', row: 'POST /alert/participant/{participantId}/alert', test: { file: calls, title: 'is answered with every field of its own and what the reader is notified of' } },
  { section: '7', row: 'PUT /alert/participant/{participantId}/alert/{alertId}', test: { file: calls, title: 'of an older version is not overwritten: the later editor is told, and nothing is lost' } },
  { section: '7', row: 'DELETE /alert/participant/{orgId}/alert/{alertId}', test: { file: calls, title: 'that is deleted is gone: not listed, not changed, not notified of, and not deleted again' } },
  { section: '9', row: 'Alert name max 50; weight unit ids 11 and 12', test: { file: calls, title: inputs } },
  { section: '9', row: 'Frequency IMMEDIATE', test: { file: calls, title: 'is answered with every field of its own and what the reader is notified of' } },
];
