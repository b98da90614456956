import { referenceFields } from '../../domain/events/reference-fields.rules';

/** As many events as one change may have. */
export const mostEvents = 10_000;
/** So many days long it can be taken back as one. */
export const undoDays = 30;

/** What can be done to many events at once: to void them, or to set one value. */
export const bulkKinds = [
  'void',
  'restore',
  'recost',
  'locationId',
  ...referenceFields.map(([field]) => field),
] as const;
export type BulkKind = (typeof bulkKinds)[number];
