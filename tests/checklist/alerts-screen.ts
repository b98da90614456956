import type { ChecklistRow } from './row';

const pages = 'server/features/alerts/alert-pages.http.test.ts';
const form = 'server/features/alerts/alert-form.rules.test.ts';
const choice = 'server/features/alerts/notification-choice.rules.test.ts';
const journeys = 'tests/e2e/alerts.spec.ts';

/** The alerts screen with its windows. */
export const rows: ChecklistRow[] = [
  { section: '2', row: 'html/manageAlerts.html goes to alerts', test: { file: pages, title: 'is what the old address leads to' } },
  { section: '2', row: 'Route alerts: no permission declared', test: { file: pages, title: 'shows whoever is signed in the alerts of their organization, to view and not to change' } },
  { section: '2', row: 'Prevention tools: /alerts', test: { file: pages, title: 'stands in the menu of prevention tools' } },
  { section: '2', row: 'Alerts screen: organisation selector only with EDIT_NOTIFICATIONS', test: { file: pages, title: 'lets somebody with EDIT_NOTIFICATIONS choose another organization, and nobody else' } },
  { section: '2', row: 'Alerts screen: site selector when more than one site', test: { file: pages, title: 'has no site selector where there is one site' } },
  { section: '2', row: 'Alerts screen: free-text search with a tooltip, alerts table', test: { file: pages, title: 'lists active sites, narrows by one and searches, keeping a tooltip at the search' } },
  { section: '2', row: 'Alerts table: push notification checkbox only with VIEW_MOBILE_APP', test: { file: pages, title: 'has a push column with VIEW_MOBILE_APP alone' } },
  { section: '2', row: 'Row buttons: View always; Edit, Users and Delete with EDIT_NOTIFICATIONS; Add alert with EDIT_NOTIFICATIONS', test: { file: pages, title: 'offers editing, people, deleting and adding with EDIT_NOTIFICATIONS' } },
  { section: '2', row: 'Update and Cancel are enabled only after a checkbox change', test: { file: pages, title: 'enables Update and Cancel only after a change' } },
  { section: '2', row: 'Edit-alert modal: general settings, equation, additional parameters; can open read-only', test: { file: journeys, title: 'the whole screen is used by keyboard alone: add, a parameter twice, view, people, delete' } },
  { section: '2', row: 'User-notify modal: name and description, dropdown with add, table of notified users, Update and Cancel', test: { file: journeys, title: 'the whole screen is used by keyboard alone: add, a parameter twice, view, people, delete' } },
  { section: '4', row: 'Alert modal: weight and cost switch unit and currency with their defaults', test: { file: form, title: 'the measure > %s' } },
  { section: '4', row: 'Alert modal: choosing a site narrows locations, choosing a location narrows devices; All is 0', test: { file: journeys, title: 'site, location and device narrow each other, and the last 90 days are tried on a phone' } },
  { section: '4', row: 'A reference parameter merges under its type or makes one', test: { file: form, title: 'parameters > %s' } },
  { section: '4', row: 'A duplicate value shows editAlertsModal.paramAlreadyExists', test: { file: journeys, title: 'the whole screen is used by keyboard alone: add, a parameter twice, view, people, delete' } },
  { section: '4', row: 'Removing the last value of a type removes the type', test: { file: form, title: 'parameters > %s' } },
  { section: '4', row: 'Closing the modal refreshes the parent list and resets the form', test: { file: journeys, title: 'an alert made on the screen is raised through the API, mailed, and its link leads to the event' } },
  { section: '4', row: 'Notification checkboxes mark the page dirty; Update sends the changed records', test: { file: choice, title: 'the page is dirty with > %s' } },
  { section: '4', row: 'Cancel reloads the alerts and clears the dirty flag', test: { file: journeys, title: 'the window of people opens without their list, and a failed save is said' } },
  { section: '4', row: 'Delete asks for confirmation first', test: { file: journeys, title: 'the whole screen is used by keyboard alone: add, a parameter twice, view, people, delete' } },
  { section: '4', row: 'User-notify: adding sets e-mail, IMMEDIATE, no push, and takes the user off the available list', test: { file: choice, title: 'is added by e-mail, at once and without push, and cannot be added again' } },
  { section: '4', row: 'User-notify: removing sets notifyEmail false and makes the user available again', test: { file: choice, title: 'is removed without e-mail, is not shown, and can be added again under the same record' } },
  { section: '4', row: 'User-notify: only users with e-mail enabled are displayed', test: { file: choice, title: 'is shown only with e-mail' } },
  { section: '4', row: 'User-notify: Update is disabled with no notifications', test: { file: journeys, title: 'the window of people opens without their list, and a failed save is said' } },
  { section: '5', row: 'Alert: name required, max 50', test: { file: form, title: 'a new alert > %s' } },
  { section: '5', row: 'Alert: description required', test: { file: form, title: 'a new alert > %s' } },
  { section: '5', row: 'New-alert defaults', test: { file: form, title: 'watches everything for a cost equal to 0 in the organization’s currency' } },
  { section: '5', row: 'Submit is disabled while invalid', test: { file: journeys, title: 'an alert made on the screen is raised through the API, mailed, and its link leads to the event' } },
  { section: '5', row: 'User-notify add is disabled until a user is selected', test: { file: journeys, title: 'the whole screen is used by keyboard alone: add, a parameter twice, view, people, delete' } },
  { section: '5', row: 'Duplicate reference values are rejected', test: { file: form, title: 'parameters > %s' } },
  { section: '8', row: 'Alert service failures: logged, and said on the screen (decision 13)', test: { file: journeys, title: 'the window of people opens without their list, and a failed save is said' } },
  { section: '8', row: 'Delete prompt: alerts.confirmDelete followed by the alert name', test: { file: journeys, title: 'the whole screen is used by keyboard alone: add, a parameter twice, view, people, delete' } },
  { section: '8', row: 'Loading organisation users for notifications fails: the modal still opens', test: { file: journeys, title: 'the window of people opens without their list, and a failed save is said' } },
  { section: '9', row: 'Alert name max 50', test: { file: form, title: 'a new alert > %s' } },
  { section: '9', row: 'Weight unit ids 11 (pound), 12 (kilogram); default currency USD', test: { file: form, title: 'the measure > %s' } },
  { section: '9', row: 'Frequency IMMEDIATE', test: { file: choice, title: 'is added by e-mail, at once and without push, and cannot be added again' } },
  { section: '9', row: 'Site All is 0', test: { file: form, title: 'the place > %s' } },
];
