import { z } from 'zod';
import { listHead, type ListHead } from '../../platform/table/list-head.contract';
import { filterControl, type FilterControlView } from '../../platform/table/report-filters.contract';
import { lineOfText } from '../../platform/text-input';
import { mostOptions, searchedFields } from './event-choices.rules';

const option = z.strictObject({ value: z.string(), label: z.string(), group: z.string().optional() });
const some = {
  options: z.array(option).describe(`Up to ${mostOptions}, by name.`),
  more: z.boolean().describe('Whether there are more. Search to find them.'),
};

export const choicesQuery = z.strictObject({
  field: z.enum(searchedFields).default('itemId'),
  text: lineOfText(100).default('').describe('Finds names that contain every word.'),
  value: z.coerce.number().int().positive().optional().describe('Only this one, to get its name.'),
  siteId: z.coerce.number().int().positive().optional().describe('For locations and devices: only those at this site.'),
  inUse: z.enum(['true', 'false']).default('false').describe('Without closed places and retired values.'),
});
export type ChoicesQuery = z.infer<typeof choicesQuery>;
const located = option.extend({ timeZone: z.string().optional().describe('IANA time zone of a location.') });
export const eventChoices = z.strictObject({
  ...some,
  options: z.array(located).describe(`Up to ${mostOptions}, by name.`),
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
