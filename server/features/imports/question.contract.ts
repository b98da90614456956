import { z } from 'zod';
import { linesOfText } from '../../platform/text-input';

/** What is asked because only a person can say it, and what may be said in place of an assumption. */
export const questions = [
  'swapped',
  'day',
  'dateForm',
  'year',
  'site',
  'measure',
  'servingGrams',
  'decimal',
  'monthTotals',
  'stage',
  'stageWords',
  'unit',
  'newSites',
  'fillDown',
  'emptyWeight',
  'partsDisagree',
] as const;
export type Question = (typeof questions)[number];

const longestAnswer = 10_000;

export const answer = z.strictObject({ ask: z.enum(questions), value: linesOfText(longestAnswer).min(1) });
export type Answer = z.output<typeof answer>;
