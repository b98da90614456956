import { z } from 'zod';
import { wasteStageIds } from '../../domain/events/ingest.contract';
import { questions } from '../../domain/events/questions.contract';
import { lineOfText } from '../../platform/text-input';
import { isLocalDate, type LocalDate } from '../../platform/time';
import { weightUnits } from '../../platform/weight-units.rules';
import { otherItem, proposedItem } from './enter-waste-address.rules';

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const remembered = id.optional().catch(undefined);

/** What stays from one entry to the next; it stands in the address, so that it needs no script and no session. */
const choices = {
  /** Another than the person's own. */
  organisationId: remembered,
  locationId: remembered,
  itemId: remembered,
  reasonId: remembered,
  wasteStageId: z.coerce.number().pipe(z.literal(wasteStageIds)).optional().catch(undefined),
  unit: z.enum(weightUnits).optional().catch(undefined),
};

/** An old link still shows the page: what cannot be read is as good as not chosen. */
export const enterWasteQuery = z.object({
  ...choices,
  saved: remembered,
  undone: remembered,
  choose: z.literal('location').optional().catch(undefined),
  find: lineOfText(100).optional().catch(undefined),
});
export type EnterWasteQuery = z.infer<typeof enterWasteQuery>;
export type Choices = Pick<EnterWasteQuery, keyof typeof choices>;

const blank = z.literal('').transform(() => undefined);
const localDate = z.string().refine(isLocalDate, 'wasteEvents.invalidTime');
const localTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'wasteEvents.invalidTime');

/** The form as browsers send it: a field that was left alone is empty. */
export const entry = z.object({
  clientEventUuid: z.string(),
  organisationId: id.optional(),
  locationId: id,
  weight: lineOfText(40),
  unit: z.enum(weightUnits),
  itemId: z.union([z.literal(otherItem), z.literal(proposedItem), blank, id]).optional(),
  itemName: lineOfText(200).default(''),
  reasonId: z.union([blank, id]).optional(),
  wasteStageId: z.coerce.number().int(),
  localDate: z.union([blank, localDate]).optional(),
  localTime: z.union([blank, localTime]).optional(),
  /** Questions to which the answer is yes, with commas between them. */
  confirm: z
    .string()
    .default('')
    .transform((names) => questions.filter((one) => names.split(',').includes(one))),
});
export type Entry = z.infer<typeof entry>;

export const enteredParams = z.object({ id });
/** What was chosen goes along, so that it is still chosen afterwards. */
export const undoing = z.object({ ...choices, organisationId: id.optional() });

export interface Place {
  locationId: number;
  locationName: string;
  siteName: string;
  /** IANA */
  timeZone: string;
}

export interface Places {
  total: number;
  /** Their clocks differ, so that a time needs its zone. */
  severalZones: boolean;
  /** Where there is one only. */
  onlyId: number | null;
}

export interface Item {
  refId: number;
  name: string;
}

export interface EnteredEvent {
  eventId: number;
  enteredValue: number;
  enteredUnit: string;
  itemName: string | null;
  /** Under which it was weighed, where it has no item. */
  proposedName?: string | undefined;
  reasonName: string | null;
  occurredAt: Date;
  localDate: LocalDate;
  /** IANA, of its location. */
  timeZone: string;
  locationId: number;
  locationName: string;
  /** Decimal in `costCurrency`. */
  costAmount: string | null;
  costCurrency: string | null;
  voided: boolean;
}

export interface DayTotal {
  grams: number;
  events: number;
  /** A decimal for each currency, the largest first. */
  costs: { currency: string; amount: string }[];
}

/** All that the page shows where it is known which location is meant. */
export interface EntryForm {
  place: Place;
  /** Nothing else could be chosen. */
  isOnly: boolean;
  severalZones: boolean;
  choices: Choices & Required<Pick<Choices, 'wasteStageId' | 'unit'>>;
  /** With a button each. */
  items: Item[];
  /** What else there is, by name as far as it can be offered while typing; null where the buttons are all. */
  moreItems: { names: string[] } | null;
  /** What fits the name that was typed. */
  matches: Item[];
  reasons: Item[];
  stages: { wasteStageId: number; wasteStageName: string }[];
  /** By this person today, the last first. */
  entered: EnteredEvent[];
  /** By the calendar of the location. */
  today: LocalDate;
  total: DayTotal;
}
