import { z } from 'zod';
import { localDay } from '../../domain/calendar/calendar.contract';
import { lineOfText } from '../../platform/text-input';
import type { LocalDate } from '../../platform/time';
import { donationLimits, partnerKinds, pickupStates, type MealStandard, type PickupState } from './donations.rules';

/** Weights in grams, money as decimals in the currency of the site, days and times by its calendar and clock. */

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
export const partnerParams = z.strictObject({ partnerId: id });
export const pickupParams = z.strictObject({ pickupId: id });
export const scheduleParams = z.strictObject({ scheduleId: id });

const version = z.coerce
  .number()
  .int()
  .positive()
  .describe('Send this with a change. The change is rejected if someone else has made one since.');

/** A form sends an empty text for what it leaves open. */
const open = <Z extends z.ZodType>(field: Z) =>
  z.union([z.literal('').transform(() => null), z.null(), field]).default(null);

export const newPartner = z.strictObject({
  name: lineOfText(donationLimits.name).min(1),
  kind: z.enum(partnerKinds),
  contact: lineOfText(donationLimits.contact).default(''),
});
export type PartnerTerms = z.infer<typeof newPartner>;
export const partnerEdit = newPartner.extend({ status: z.enum(['A', 'I']).default('A'), version });
export type PartnerEdit = z.infer<typeof partnerEdit>;

export interface Partner extends PartnerTerms {
  partnerId: number;
  /** I: retired. */
  status: 'A' | 'I';
  version: number;
}

/** A partner in the register. */
export interface PartnerRow extends Partner {
  pickups: number;
  lastPickup: LocalDate | null;
}

const partnerAnswer = z.object({
  partnerId: z.number(),
  name: z.string(),
  kind: z.enum(partnerKinds),
  contact: z.string(),
  status: z.enum(['A', 'I']).describe('A: active, I: retired.'),
  version: z.number(),
  pickups: z.number().describe('How many the caller can see, without canceled ones.'),
  lastPickup: z.string().nullable(),
});
export const partnersAnswer = z.object({ total: z.number(), partners: z.array(partnerAnswer) });
export const partnerSaved = z.object({ partnerId: z.number() });

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'donations.error.notATime');
const rounded = (decimals: number) => (value: number) => Number(value.toFixed(decimals));
const money = z.coerce
  .number()
  .refine((value) => value >= 0, 'donations.error.negative')
  .refine((value) => value <= donationLimits.value, 'donations.error.tooMuch')
  .overwrite(rounded(4));
const notTooHeavy = (value: number) => value <= donationLimits.grams;
const grams = z.coerce
  .number()
  .overwrite(rounded(2))
  .refine((value) => value > 0, 'donations.error.noWeight')
  .refine(notTooHeavy, 'donations.error.tooHeavy');
const partnerGrams = z.coerce
  .number()
  .overwrite(rounded(2))
  .refine((value) => value >= 0, 'donations.error.negative')
  .refine(notTooHeavy, 'donations.error.tooHeavy');
const { least, most } = donationLimits.temperature;
const temperature = z.coerce
  .number()
  .overwrite(rounded(1))
  .refine((value) => value >= least && value <= most, 'donations.error.temperature');

const pickupFields = {
  locationId: id,
  partnerId: id,
  day: localDay,
  time: open(time).describe('HH:MM by the clock of the site.'),
  grams: open(grams).describe('As you weighed it. Without a weight the pickup is planned.'),
  itemId: open(id),
  value: open(money).describe(
    'In the currency of the site; only for what was not weighed before, whose cost is known.',
  ),
  temperature: open(temperature).describe('°C at the pickup.'),
  useBy: open(localDay),
  note: lineOfText(donationLimits.note).default(''),
  weighedFrom: open(localDay).describe(
    'First day whose donations, weighed as waste events, this pickup is. Null where it was not weighed before: only then it adds to the donated weight.',
  ),
  weighedTo: open(localDay).describe('Last of those days.'),
};
export const newPickup = z.strictObject({
  ...pickupFields,
  scheduleId: open(id).describe('The weekly pickup that this is, with its day.'),
  scheduledOn: open(localDay),
});
export type NewPickup = z.infer<typeof newPickup>;
export const pickupEdit = z.strictObject({ ...pickupFields, version });
export type PickupEdit = z.infer<typeof pickupEdit>;
export type PickupTerms = Omit<PickupEdit, 'version'>;

/** A form gives weights in the unit of its reader. */
const inUnit = { weight: open(z.coerce.number()) };
export const newPickupForm = newPickup.omit({ grams: true }).extend(inUnit);
export const pickupEditForm = pickupEdit.omit({ grams: true }).extend(inUnit);

export const receiptBody = z.strictObject({
  version,
  receiptNo: lineOfText(donationLimits.receipt).min(1),
  receivedOn: localDay,
  partnerGrams: partnerGrams.describe('As the partner weighed it.'),
});
export type Receipt = z.infer<typeof receiptBody>;
export const receiptForm = receiptBody.omit({ partnerGrams: true }).extend({
  partnerWeight: z
    .string()
    .trim()
    .min(1)
    .pipe(z.coerce.number())
    .refine((value) => value >= 0, 'donations.error.negative'),
});
export const versionBody = z.strictObject({ version });

/** A pickup as it is stored. */
export interface Pickup extends PickupTerms {
  pickupId: number;
  state: PickupState;
  siteId: number;
  siteName: string;
  locationName: string;
  /** ISO 4217, of the site. */
  currency: string;
  partnerName: string;
  itemName: string | null;
  receiptNo: string | null;
  receivedOn: LocalDate | null;
  partnerGrams: number | null;
  scheduleId: number | null;
  scheduledOn: LocalDate | null;
  version: number;
}

const pickupAnswer = z.object({
  pickupId: z.number(),
  state: z.enum(pickupStates),
  siteId: z.number(),
  siteName: z.string(),
  locationId: z.number(),
  locationName: z.string(),
  partnerId: z.number(),
  partnerName: z.string(),
  day: z.string(),
  time: z.string().nullable(),
  grams: z.number().nullable(),
  itemId: z.number().nullable(),
  itemName: z.string().nullable(),
  value: z.number().nullable(),
  currency: z.string(),
  temperature: z.number().nullable(),
  useBy: z.string().nullable(),
  note: z.string(),
  weighedFrom: z.string().nullable(),
  weighedTo: z.string().nullable(),
  receiptNo: z.string().nullable(),
  receivedOn: z.string().nullable(),
  partnerGrams: z.number().nullable(),
  scheduleId: z.number().nullable(),
  scheduledOn: z.string().nullable(),
  version: z.number(),
});
export const pickupsAnswer = z.object({
  total: z.number(),
  limit: z.number(),
  offset: z.number(),
  pickups: z.array(pickupAnswer),
});
export const pickupSaved = z.object({ pickupId: z.number() });

export const newSchedule = z.strictObject({
  locationId: id,
  partnerId: id,
  weekday: z.coerce.number().int().min(1).max(7).describe('1 is Monday.'),
  time,
});
export type ScheduleTerms = z.infer<typeof newSchedule>;
export interface Schedule extends ScheduleTerms {
  scheduleId: number;
  siteName: string;
  locationName: string;
  partnerName: string;
  startsOn: LocalDate;
  endsOn: LocalDate | null;
}
export const skipBody = z.strictObject({ day: localDay });
export const schedulesAnswer = z.object({
  schedules: z.array(
    z.object({
      scheduleId: z.number(),
      siteName: z.string(),
      locationId: z.number(),
      locationName: z.string(),
      partnerId: z.number(),
      partnerName: z.string(),
      weekday: z.number(),
      time: z.string(),
      startsOn: z.string(),
      endsOn: z.string().nullable(),
    }),
  ),
});
export const scheduleSaved = z.object({ scheduleId: z.number() });

/** A pickup that is to come, or of which nobody has said what became of it. */
export interface PlannedPickup {
  day: LocalDate;
  time: string | null;
  siteName: string;
  locationId: number;
  locationName: string;
  partnerId: number;
  partnerName: string;
  /** null: a day of a schedule that is no pickup yet. */
  pickupId: number | null;
  scheduleId: number | null;
}
export const plannedAnswer = z.object({
  planned: z.array(
    z.object({
      day: z.string(),
      time: z.string().nullable(),
      siteName: z.string(),
      locationId: z.number(),
      locationName: z.string(),
      partnerId: z.number(),
      partnerName: z.string(),
      pickupId: z.number().nullable().describe('Null: a day of a weekly pickup that nobody has recorded yet.'),
      scheduleId: z.number().nullable(),
    }),
  ),
});

const day = z.string().max(40);
export const summaryQuery = z.strictObject({
  startDate: day,
  endDate: day,
  siteId: id.optional(),
  locationId: id.optional(),
});

export interface Money {
  /** ISO 4217. */
  currency: string;
  amount: number;
}

/** What a partner took on some days. */
export interface PartnerSums {
  partnerId: number;
  partnerName: string;
  pickups: number;
  grams: number;
  /** Of `grams`, weighed before as a donation. */
  weighedGrams: number;
  confirmed: number;
  /** Our weight of what is confirmed, and theirs. */
  confirmedGrams: number;
  partnerGrams: number;
}

/** A day of the trend. */
export interface DonatedPeriod {
  start: LocalDate;
  end: LocalDate;
  grams: number;
}

export interface DonatedItemRow {
  /** null: not said. */
  itemId: number | null;
  itemName: string | null;
  /** Weighed as a donation, and picked up without. */
  weighedGrams: number;
  aloneGrams: number;
  grams: number;
  /** Of all that was donated. */
  share: number;
}

/** Figures of some days. `weighed`: with a donation as its destination; `alone`: picked up without having been weighed so. */
export interface Donations {
  weighedGrams: number;
  estimatedGrams: number;
  weighings: number;
  aloneGrams: number;
  alonePickups: number;
  /** The two together: what was donated, each kilogram once. */
  grams: number;
  /** Of weighings by their cost, of others by what was entered. */
  values: (Money & {
    /** Of `amount`, the cost of weighings. */
    weighed: number;
  })[];
  /** Of `grams`, what has no value. */
  withoutValueGrams: number;
  meals: Record<MealStandard, number>;
  /** Of pre-consumer surplus: donated, thrown away, and the share of the first. */
  surplus: { donatedGrams: number; binnedGrams: number; share: number | null };
  /** Pickups of what was weighed before, and what the weighings of their days came to. */
  linked: { pickups: number; grams: number; weighedGrams: number };
  before: { start: LocalDate; end: LocalDate; grams: number };
  periods: DonatedPeriod[];
  items: DonatedItemRow[];
  partners: PartnerSums[];
}
const moneyAnswer = z.object({ currency: z.string(), amount: z.number() });
export const summaryAnswer = z.object({
  startDate: z.string(),
  endDate: z.string(),
  donatedGrams: z.number().describe('Each kilogram once: `weighedGrams` and `notWeighedGrams` together.'),
  weighedGrams: z.number().describe('Waste events whose destination is a donation.'),
  notWeighedGrams: z.number().describe('Pickups that were not weighed as waste events before.'),
  pickedUpGrams: z
    .number()
    .describe('All pickups, as you weighed them. Most of it may be in `weighedGrams`: never add the two.'),
  values: z.array(moneyAnswer),
  meals: z
    .object({ uk: z.number(), us: z.number() })
    .describe('At 0.42 kg (WRAP, UK) and at 1.2 lb (ReFED, US) a meal.'),
  surplus: z.object({
    donatedGrams: z.number(),
    binnedGrams: z.number(),
    share: z.number().nullable().describe('Donated ÷ (donated + thrown away), pre-consumer.'),
  }),
  partners: z.array(
    z.object({
      partnerId: z.number(),
      partnerName: z.string(),
      pickups: z.number(),
      grams: z.number(),
      confirmed: z.number(),
      partnerGrams: z.number(),
    }),
  ),
});

/** A line of a statement. */
export interface StatementLine extends Pickup {
  /** Entered, or its part of the cost of the days that it was weighed on; null where neither is known. */
  worth: number | null;
}
export interface StatementPartner {
  partnerId: number;
  partnerName: string;
  pickups: number;
  grams: number;
  confirmedGrams: number;
  partnerGrams: number;
  values: Money[];
  receipts: number;
  missing: number;
  lines: StatementLine[];
}
export const statementCallQuery = summaryQuery.extend({ partnerId: id.optional() });
