import type { ChecklistRow } from './row';

const folder = 'server/features/weight-accuracy';
const rules = { file: `${folder}/weight-accuracy.rules.test.ts` };
const notes = { file: `${folder}/note.rules.test.ts` };
const calls = { file: `${folder}/weight-accuracy-calls.http.test.ts` };
const noteCalls = { file: `${folder}/notes.http.test.ts` };
const page = { file: `${folder}/weight-accuracy-page.http.test.ts` };
const journey = { file: 'tests/e2e/weight-accuracy.spec.ts' };
const times = { file: 'client/weight-accuracy/weighing-times.test.ts' };

export const rows: ChecklistRow[] = [
  { section: '2', row: 'weight-accuracy needs WEIGHT_ACCURACY', test: { ...page, title: 'leads those who may not home, and those unknown to the sign-in' } },
  { section: '2', row: 'A header and a site/location selector: all sites and locations, inactive ones included, no device', test: { ...page, title: '%s chooses %j' } },
  { section: '2', row: 'Start and end date pickers', test: { ...page, title: 'begin with the active sites, by week, from a month before today to yesterday' } },
  { section: '2', row: 'Three mutually exclusive tables', test: { ...page, title: 'of a location is of its days, with two large figures' } },
  { section: '2', row: 'Organisation table: per site and week, average and incomplete days', test: { ...page, title: 'begin with the active sites, by week, from a month before today to yesterday' } },
  { section: '2', row: 'Organisation table: CSV of all details and of incomplete days', test: { ...calls, title: '%s is the file %s' } },
  { section: '2', row: 'Site table: per location and week, with the same two tables', test: { ...page, title: 'of a site with%s are of its locations %j' } },
  { section: '2', row: 'Site table: CSV downloads', test: { ...calls, title: 'of a site have a line for each location' } },
  { section: '2', row: 'Single location: hero metrics, per-day table with its six columns', test: { ...page, title: 'of a location is of its days, with two large figures' } },
  { section: '2', row: 'Single location: CSV download', test: { ...calls, title: 'of a location have a line for each day, with what people noted' } },
  { section: '2', row: 'Single location: no data message when there are no days', test: { ...page, title: 'says that there are no data where nothing was ever recorded' } },
  { section: '2', row: 'Info popover: weight, unit and local time HH:mm', test: { ...times, title: 'a time is told: %s' } },
  { section: '2', row: 'Info popover opens and lists the check weights', test: { ...journey, title: 'a check weight is corrected by keyboard, and the accuracy of the day and the location changes' } },
  { section: '2', row: 'Edit icon only for open days and only with EDIT_CHECKWEIGHT', test: { ...page, title: 'offers no correction to somebody without the right to it' } },
  { section: '2', row: 'Edit modal: time, editable weight, a confirm button per row, close', test: { ...journey, title: 'a check weight is corrected by keyboard, and the accuracy of the day and the location changes' } },
  { section: '2', row: 'Reason column: references, free text, empty option', test: { ...journey, title: 'a reason is noted, changed to one of the list, emptied and gone' } },
  { section: '4', row: 'Closed days show --- and are excluded from aggregates', test: { ...rules, title: 'is judged: %s' } },
  { section: '4', row: 'Incomplete: open and no check weight, or 105 % or more; label and accuracy 0', test: { ...rules, title: 'is judged: %s' } },
  { section: '4', row: 'Accuracy is waste over check weight, 0% when waste is 0', test: { ...rules, title: 'is judged: %s' } },
  { section: '4', row: 'Only open, non-incomplete days count in aggregates', test: { ...rules, title: 'have an average between those of their complete days, below 105 %' } },
  { section: '4', row: 'Note lifecycle: POST without an id, DELETE when emptied, otherwise PUT', test: { ...notes, title: 'is saved so that %s' } },
  { section: '4', row: 'Editing toggles between display and a dropdown form with a confirm button', test: { ...journey, title: 'a reason is noted, changed to one of the list, emptied and gone' } },
  { section: '4', row: 'Check weight edit: pending weight, update on confirm, row replaced on success', test: { ...journey, title: 'a check weight is corrected by keyboard, and the accuracy of the day and the location changes' } },
  { section: '4', row: 'Display mode: organisation, site, single location', test: { ...rules, title: 'site %j and location %j show the table of the %s' } },
  { section: '4', row: 'Choosing all sites resets both; all locations stay in the site', test: { ...rules, title: 'changes: %s' } },
  { section: '4', row: 'On first load active if any exists, otherwise inactive', test: { ...page, title: 'starts with what is inactive where nothing active has days' } },
  { section: '4', row: 'Weeks are grouped by Monday', test: { ...rules, title: 'from %s to %s has the weeks %j' } },
  { section: '4', row: 'After the date range changes the selection is reapplied', test: { ...journey, title: 'the selection stays when the dates change, and a long range hides the tables' } },
  { section: '5', row: 'At most 6 months: no data, all tables hidden, weightAccuracy.error.overSixMonths', test: { ...page, title: 'that are shown or refused: %s, %i' } },
  { section: '5', row: 'Start max is the end, end min is the start, end max is 28 days ago', test: { ...rules, title: 'on %s is usually %s to %s, and somebody may choose an end up to %s' } },
  { section: '5', row: 'Check weight input is a number, min 0', test: { ...calls, title: 'takes or refuses %s: %j' } },
  { section: '7', row: 'GET /wam', test: { ...calls, title: 'answers every site and location with its days, in the person’s unit' } },
  { section: '7', row: 'GET, POST, PUT and DELETE /wam/note', test: { ...noteCalls, title: 'are created, changed and deleted' } },
  { section: '7', row: 'PUT /wam/checkweight/{id}/netWeight', test: { ...calls, title: 'stores grams, keeps what it was, is audited and reaches what is rolled up' } },
  { section: '7', row: 'GET /wam/checkweightNoteReference', test: { ...noteCalls, title: 'name their reasons in the language of the person' } },
  { section: '7', row: 'CSV of sites with repeated statuses, default A and I; file names', test: { ...calls, title: '%s is the file %s' } },
  { section: '7', row: 'CSV of the locations of a site', test: { ...calls, title: 'of a site have a line for each location' } },
  { section: '7', row: 'CSV of one location and locations.csv: Checkweight Accuracy.csv', test: { ...calls, title: 'of a location have a line for each day, with what people noted' } },
  { section: '8', row: 'Failed check weight edits are told beside their field', test: { ...journey, title: 'a check weight is corrected by keyboard, and the accuracy of the day and the location changes' } },
  { section: '9', row: 'Range 6 months, default from 1 month before today to yesterday, latest end 28 days ago', test: { ...rules, title: 'on %s is usually %s to %s, and somebody may choose an end up to %s' } },
  { section: '9', row: 'Incomplete at 105 %', test: { ...rules, title: 'is judged: %s' } },
  { section: '9', row: 'Weights 1 decimal plus unit, percentages 0 decimals', test: { ...page, title: 'of a location is of its days, with two large figures' } },
];
