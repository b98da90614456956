import { sentences, type Speak } from '../runtime/sentences';

/** What the month and its form say. */
export const words = sentences(
  'calendar.grid.help',
  'calendar.grid.helpReader',
  'calendar.grid.selectedMany',
  'calendar.mark.title',
  'calendar.mark.lead',
  'calendar.mark.from',
  'calendar.mark.to',
  'calendar.mark.state',
  'calendar.mark.closed',
  'calendar.mark.open',
  'calendar.mark.reason',
  'layout.form.optional',
  'calendar.mark.scope',
  'calendar.mark.submit',
);
export type MonthTranslate = Speak<typeof words>;
