import { z } from 'zod';
import { questions, type Question } from '../../domain/events/questions.contract';
import { referenceFields, type ReferenceField } from '../../domain/events/reference-fields.rules';
import { linesOfText } from '../../platform/text-input';
import { id } from './data.filters';

/** A field that is not sent stays as it is. */
const text = z.string().trim().max(40).optional();
const reason = linesOfText(500).min(1, 'errors.required');
const standing = z.coerce.number().int().min(0);

const references = Object.fromEntries(referenceFields.map(([field]) => [field, text])) as Record<
  ReferenceField,
  typeof text
>;

/** What may be corrected, as a form says it; weights in the unit of whoever reads. */
export const correctForm = z.object({
  reason,
  standing,
  /** Questions answered with yes. */
  confirm: z
    .string()
    .max(100)
    .default('')
    .transform((said): Question[] => questions.filter((one) => said.split(',').includes(one))),
  locationId: text,
  localDate: text,
  localTime: text,
  wasteStageId: text,
  ...references,
  grossWeight: text,
  tareWeight: text,
  quantity: text,
  costAmount: text,
  countsAsWaste: z.enum(['yes', 'no']).optional(),
  note: linesOfText(1_000).optional(),
});
export type CorrectForm = z.infer<typeof correctForm>;
/** What the fields hold. */
export type EventTexts = { [N in Exclude<keyof CorrectForm, 'reason' | 'standing' | 'confirm'>]-?: string };

const eventSteps = ['void', 'restore', 'recost', 'confirm'] as const;
export type EventStep = (typeof eventSteps)[number];
export const stepParams = z.strictObject({ id, step: z.enum(eventSteps) });
export const eventParams = z.strictObject({ id });
export const stepForm = z.object({ reason: linesOfText(500).default(''), standing });
/** `done`: what was just done here. */
export const eventQuery = z.object({
  done: z.enum(['corrected', 'void', 'restore', 'recost', 'confirm', 'split']).optional().catch(undefined),
});

/** A value for each part, in their order: fields of one name, or one with commas. */
const eachPart = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',') : value),
  z.array(z.string().trim().max(20)).max(20).default([]),
);

/** Parts without an amount are none. */
export const splitForm = z.object({
  reason,
  standing,
  by: z.enum(['share', 'weight']),
  amount: eachPart,
  itemId: eachPart,
  reasonId: eachPart,
  sinkId: eachPart,
});
export type SplitForm = z.infer<typeof splitForm>;
