import { z } from 'zod';
import { linesOfText } from '../../platform/text-input';
import { isLocalDate } from '../../platform/time';
import { weightUnits } from '../../platform/weight-units.rules';
import { largestBatch } from './ingest.contract';
import { confirmed, questions } from './questions.contract';

const id = z.int().positive();
const unit = z.enum(weightUnits);
const cost = z.strictObject({ amount: z.union([z.string(), z.number()]), currency: z.string() });
const localDate = z.string().refine(isLocalDate, 'wasteEvents.invalidTime');
const localTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'wasteEvents.invalidTime');

const values = {
  itemId: id.nullish(),
  reasonId: id.nullish(),
  sourceId: id.nullish(),
  sinkId: id.nullish(),
  daypartId: id.nullish(),
  containerId: id.nullish(),
  quantity: z.number().nullish(),
  note: z.string().nullish(),
};

/** A gross weight, less the tare if there is one, or a net weight. */
const weights = {
  grossWeight: z.number().nullish(),
  netWeight: z.number().nullish(),
  tareWeight: z.number().nullish(),
  unit,
};

/** One row of a device's batch. The weight and its unit are kept as they were sent. */
export const deviceEvent = z.strictObject({
  clientEventUuid: z.string(),
  locationId: id.nullish().describe('If missing, the device’s location.'),
  occurredAt: z.iso.datetime({ offset: true, error: 'wasteEvents.invalidTime' }),
  wasteStageId: z.int(),
  ...values,
  operatorId: id.nullish().describe('Who weighed it, from `POST /rest/v1/operators/sign-in`.'),
  ...weights,
  cost: cost.nullish().describe('If missing, the cost rules apply.'),
  confirm: confirmed,
});
export type DeviceEvent = z.infer<typeof deviceEvent>;

/** Each row is judged by itself, so a bad one does not spoil the rest. */
export const deviceBatch = z.strictObject({ events: z.array(z.unknown()).min(1) });

/** The same for whoever writes a client. */
export const describedBatch = z.strictObject({ events: z.array(deviceEvent).min(1).max(largestBatch) });

const rowAnswer = z.strictObject({
  index: z.number(),
  status: z.enum(['taken', 'known', 'refused']),
  eventId: z.number().optional(),
  questions: z
    .array(z.enum(questions))
    .optional()
    .describe('What is implausible about an accepted row. A scale cannot ask for confirmation.'),
  code: z.string().optional(),
  field: z.string().optional(),
  message: z.string().optional(),
});
export type RowAnswer = z.infer<typeof rowAnswer>;

export const batchAnswer = z.strictObject({ events: z.array(rowAnswer) });

const dayAndTime = (typed: { localDate?: string | undefined; localTime?: string | undefined }) =>
  (typed.localDate === undefined) === (typed.localTime === undefined);
const timeMissing = { message: 'wasteEvents.timeMissing', path: ['localTime'] };

/** One event typed in by a person, whose time is the wall clock of the location. */
export const manualEvent = z
  .strictObject({
    clientEventUuid: z.string(),
    locationId: id,
    localDate: localDate.optional().describe('If both date and time are missing, the event happened now.'),
    localTime: localTime.optional(),
    wasteStageId: z.int(),
    ...values,
    ...weights,
    costAmount: z.string().nullish(),
    confirm: confirmed,
  })
  .refine(dayAndTime, timeMissing);
export type ManualEvent = z.infer<typeof manualEvent>;

const standing = z
  .int()
  .min(0)
  .optional()
  .describe('The newest revisionId the caller has seen, 0 for none. If another change followed, the answer is 409.');

/** What may be put right. What is absent stays; null takes it away. */
export const eventEdit = z.strictObject({
  reason: linesOfText(500),
  standing,
  confirm: confirmed,
  change: z
    .strictObject({
      locationId: id.optional(),
      localDate: localDate.optional(),
      localTime: localTime.optional(),
      wasteStageId: z.int().optional(),
      ...values,
      grossWeight: z.number().optional(),
      tareWeight: z.number().optional(),
      unit: unit.optional(),
      costAmount: z.string().nullish(),
      countsAsWaste: z.boolean().optional(),
    })
    .refine(dayAndTime, timeMissing)
    .refine(
      (change) => (change.grossWeight === undefined && change.tareWeight === undefined) || change.unit !== undefined,
      { message: 'errors.required', path: ['unit'] },
    ),
});
export type EventEdit = z.infer<typeof eventEdit>;

export const reasonBody = z.strictObject({ reason: linesOfText(500), standing });
export const eventParams = z.strictObject({ id: z.coerce.number().int().positive() });
export const eventCreated = z.strictObject({ eventId: z.number() });
