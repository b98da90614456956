import { z } from 'zod';

/** What a weighing may be asked about before it is saved: too heavy, nothing at all, too expensive. */
export const questions = ['weight', 'zero', 'price'] as const;
export type Question = (typeof questions)[number];

export const confirmed = z
  .array(z.enum(questions))
  .max(questions.length)
  .optional()
  .describe('Questions answered with yes, by the names in the response that asked them.');
