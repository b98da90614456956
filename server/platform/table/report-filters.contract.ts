import { z } from 'zod';

/** `group`: the name of those that stand together. `within`: values of the filter that narrows this one, to which it belongs. */
const option = z.strictObject({
  value: z.string(),
  label: z.string(),
  group: z.string().optional(),
  within: z.array(z.string()).optional(),
});
export type FilterOption = z.infer<typeof option>;

const named = { name: z.string(), label: z.string(), value: z.string() };

export const filterControl = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.enum(['select', 'toggle']),
    ...named,
    options: z.array(option),
    silent: z.string().nullable().describe('The default value, which the URL can omit.'),
    narrowedBy: z
      .strictObject({ name: z.string(), value: z.string() })
      .optional()
      .describe('The filter that limits these options to its value.'),
  }),
  z
    .strictObject({
      kind: z.literal('range'),
      ...named,
      options: z.array(option),
      startDate: z.string(),
      endDate: z.string(),
      today: z.string().describe('The organization’s local date.'),
      grain: z.enum(['week', 'day']),
    })
    .describe('A preset or custom dates.'),
  z.strictObject({ kind: z.enum(['search', 'date']), ...named }).describe('Text input.'),
]);
export type FilterControlView = z.infer<typeof filterControl>;

/** The declared filters of a page as one reader sees them. */
export interface FilterBarView {
  /** The page itself; the filters become its query. */
  action: string;
  /** The address of what is shown. */
  here: string;
  controls: FilterControlView[];
  /** What stays in the address beside the filters, such as the sort. */
  kept: Record<string, string | null>;
  chips: { label: string; removeHref: string }[];
  clear: { label: string | null; href: string } | null;
  /** Whether something is left out: by what is chosen, or by a range of dates, which there always is. */
  narrowed: boolean;
}
