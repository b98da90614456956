import { z } from 'zod';

/** A number that says enough by itself: what waits beyond it is not counted. */
export const mostCounted = 10_000;

export const unclassifiedStatus = z.strictObject({
  count: z
    .number()
    .int()
    .min(0)
    .max(mostCounted)
    .nullable()
    .describe(
      `Waste events that wait to be classified, counted to ${mostCounted}. 0: all are classified. null: none came with anything to classify.`,
    ),
});
export type UnclassifiedStatus = z.infer<typeof unclassifiedStatus>;
