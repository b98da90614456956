import { z } from 'zod';
import type { WasteEvent } from '../../domain/events/event-list.contract';
import { lineOfText } from '../../platform/text-input';

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

export const organisationParams = z.object({ organisationId: id });
export const eventParams = z.object({ organisationId: id, eventId: id });
export const batchParams = z.object({ organisationId: id, batchId: id });
export const photoParams = z.object({ organisationId: id, photoId: id });
export const eventPhotoParams = z.object({ organisationId: id, eventId: id, photoId: id });
export const photoQuery = z.object({ size: z.enum(['small', 'large']).optional().catch(undefined) });
export const devicePhotoParams = z.strictObject({ clientEventUuid: z.guid() });
export const devicePhotoForm = z.strictObject({
  /** By the device's clock; when the event happened, where it does not say. */
  takenAt: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .optional(),
});
export const devicePhotoAnswer = z.strictObject({
  photoId: z.number(),
  known: z.boolean().describe('The same file was sent for this event before.'),
});

export type LabelKind = 'item' | 'split' | 'notFood' | 'unreadable';

export interface LabelPart {
  itemId: number;
  /** In percent. */
  share: number;
}

/** Somebody's answer about an event. */
export interface Label {
  kind: LabelKind;
  parts: LabelPart[];
}

/** A whole percentage; empty for none. */
const share = z
  .string()
  .trim()
  .max(20)
  .refine((text) => /^([1-9]\d?)?$/.test(text), 'machineVision.shareOutside')
  .transform((text) => (text === '' ? undefined : Number(text)))
  .optional();
const itemName = lineOfText(200).default('');

/** Where the queue stood, so that it goes on from there. */
const place = {
  siteId: z.string().max(20).default(''),
  locationId: z.string().max(20).default(''),
  show: z.string().max(20).default(''),
  after: z.string().max(20).default(''),
};

export const answerForm = z.object({
  ...place,
  /** A suggestion's item, or what else the buttons say; `typed` is the item that is named in the field, `split` the parts. */
  answer: z.union([z.enum(['typed', 'split', 'notFood', 'unreadable']), z.string().regex(/^item:\d{1,15}$/)]),
  itemName,
  second: z.preprocess((value) => value === 'on', z.boolean()),
  partItem1: itemName,
  partItem2: itemName,
  partItem3: itemName,
  partItem4: itemName,
  share1: share,
  share2: share,
  share3: share,
  share4: share,
});
export type AnswerForm = z.infer<typeof answerForm>;

export const publishForm = z.object({
  /** What was shown: these answers alone are published. */
  labels: z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',').filter((one) => one !== '') : value),
    z.array(id).min(1, 'machineVision.nothingToPublish').max(500),
  ),
});

export interface TaxonomyVersion {
  number: number;
  openedByName: string;
  openedAt: Date;
  closedAt: Date | null;
  items: number;
  /** Published answers that were given in it. */
  answers: number;
}

/** What an item of a closed version is in the version after it; null: it has no successor. */
export interface TaxonomyMapping {
  number: number;
  itemId: number;
  becameId: number | null;
}

export interface NamedMapping extends TaxonomyMapping {
  /** In its last version. */
  name: string;
}

/** Answers of one batch. */
export const mostInBatch = 200;

export const taxonomyParams = z.object({ organisationId: id, number: z.coerce.number().int().min(1).max(100_000) });
export const openVersionForm = z.object({
  /** Of the version that was shown as the open one; 0 for none. */
  number: z.coerce.number().int().min(0).max(100_000),
});
/** An item in use by its name; empty for none. */
export const mapItemForm = z.object({ itemId: id, to: itemName });

export const visionDone = z
  .enum([
    'labelled',
    'labelledSecond',
    'published',
    'undone',
    'undonePartly',
    'settings',
    'photo',
    'photoDeleted',
    'versionOpened',
    'itemMapped',
  ])
  .optional()
  .catch(undefined);
export type VisionDone = z.infer<typeof visionDone>;

/** How things stand with the waiting events that somebody sees. */
export interface QueueCounts {
  /** Somebody's answer is missing: mine, or that of another person. */
  toAnswer: number;
  second: number;
  disagreed: number;
  ready: number;
  all: number;
}

export interface ShownSuggestion {
  itemId: number;
  name: string;
  confidence: number;
}

/** An answer as the page tells it. */
export interface ShownLabel {
  labelId: number;
  kind: LabelKind;
  parts: { name: string; share: number }[];
  byName: string;
  mine: boolean;
  secondWanted: boolean;
}

/** What stands between an event and an answer of whoever looks at it. */
export type Hindrance = 'classified' | 'voided' | 'needsAnother' | null;

export interface ShownEvent {
  event: WasteEvent;
  photos: { photoId: number; takenAt: string }[];
  suggestions: ShownSuggestion[];
  /** How many published answers the suggestions were looked for in. */
  known: number;
  labels: ShownLabel[];
  /** What was on the menu of that day and location, by name. */
  menu: string[];
  hindrance: Hindrance;
}

/** What publishing an answer would make of its event. */
export interface PlannedAnswer {
  labelId: number;
  label: Label;
  partNames: { name: string; share: number }[];
  event: WasteEvent;
  outcome: 'changes' | 'same' | 'refused';
  /** Message of why not. */
  refusal: string | null;
}

export interface BatchRow {
  batchId: number;
  byName: string;
  publishedAt: Date;
  undoneAt: Date | null;
  events: number;
  changed: number;
  returned: number;
  left: number;
}
