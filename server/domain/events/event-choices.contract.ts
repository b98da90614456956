import { z } from 'zod';
import { listHead, type ListHead } from '../../platform/table/list-head.contract';
import { filterControl, type FilterControlView } from '../../platform/table/report-filters.contract';
import { lineOfText } from '../../platform/text-input';
import { mostOptions, searchedFields } from './event-choices.rules';

const option = z.strictObject({ value: z.string(), label: z.string(), group: z.string().optional() });
const some = {
  options: z.array(option).describe(`At most ${mostOptions}, by name.`),
  more: z.boolean().describe('There are others: search for them.'),
};

export const choicesQuery = z.strictObject({
  field: z.enum(searchedFields).default('itemId'),
  text: lineOfText(100).default('').describe('Every word of it is in the name.'),
  value: z.coerce.number().int().positive().optional().describe('This one alone, to name it.'),
  siteId: z.coerce.number().int().positive().optional().describe('Of locations and devices: those of this site alone.'),
  inUse: z.enum(['true', 'false']).default('false').describe('Without closed places and retired values.'),
});
export type ChoicesQuery = z.infer<typeof choicesQuery>;
const located = option.extend({ timeZone: z.string().optional().describe('IANA, of a location.') });
export const eventChoices = z.strictObject({
  ...some,
  options: z.array(located).describe(`At most ${mostOptions}, by name.`),
});
export type EventChoices = z.infer<typeof eventChoices>;

const searched = z.strictObject({
  kind: z.literal('searched'),
  name: z.enum(searchedFields),
  label: z.string(),
  value: z.string(),
  ...some,
});
export const eventHead = listHead.extend({ filters: z.array(z.union([filterControl, searched])) });
export type SearchedControl = z.infer<typeof searched>;
export interface EventHead<Key extends string> extends Omit<ListHead<Key>, 'filters'> {
  filters: (FilterControlView | SearchedControl)[];
}
