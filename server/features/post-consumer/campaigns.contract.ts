import { z } from 'zod';
import type { Effect, NoEffect } from '../../domain/measures/effect.rules';
import { lineOfText } from '../../platform/text-input';
import { campaignKinds, campaignLimits, signLimits, type CampaignKind } from './guest-limits.rules';

const id = z.coerce
  .number()
  .int()
  .positive()
  .max(2 ** 53 - 1);

export interface CampaignTerms {
  name: string;
  kind: CampaignKind;
  locationIds: readonly number[];
  /** One serving line; null: everything that guests leave. */
  sourceId: number | null;
  startsOn: string;
  /** The last day; null while it runs. */
  endsOn: string | null;
  note: string;
}

export interface Campaign extends CampaignTerms {
  campaignId: number;
  version: number;
  /** Of those of its locations that are seen. */
  locationNames: string[];
  /** Whether all of its locations are seen: whoever sees some does not change it. */
  whole: boolean;
}

const day = z.iso.date('errors.notADate');
const noDay = z.literal('').transform(() => null);

export const campaignForm = z.strictObject({
  name: lineOfText(campaignLimits.name).min(1),
  kind: z.enum(campaignKinds),
  locationId: z
    .union([id.transform((one) => [one]), z.array(id).max(campaignLimits.locations)])
    .optional()
    .default([]),
  sourceId: z.union([z.literal('').transform(() => null), id]).default(null),
  startsOn: day,
  endsOn: z.union([noDay, day]).default(null),
  note: lineOfText(campaignLimits.note).default(''),
});
export const campaignEditForm = campaignForm.extend({ version: id });
export const endForm = z.strictObject({ version: id });

export const campaignParams = z.strictObject({ campaignId: id });
export const newCampaignQuery = z.object({ locationId: id.optional().catch(undefined) });
export const campaignsQuery = z.object({
  done: z.enum(['created', 'changed', 'ended', 'deleted']).optional().catch(undefined),
});

/** Grams a guest left on each side of a campaign's first day, over as many whole weeks. */
interface CampaignSides {
  kind: 'sides';
  /** Days on either side, closed and open. */
  days: number;
  before: { perGuest: number; guests: number; countedDays: number; start: string; end: string };
  after: { perGuest: number; guests: number; countedDays: number; start: string; end: string };
  effect: Effect | NoEffect;
}

/** `notYet`: no whole week is over; `noGuests`: in none of the weeks on one side guests are known well enough. */
export type CampaignEffect = CampaignSides | { kind: 'notYet' } | { kind: 'noGuests' };

export const signForm = z.strictObject({
  locationId: id,
  locale: z.enum(['en_US', 'de_DE', 'es_ES', 'fr_FR']),
  sentence: lineOfText(signLimits.sentence).default(''),
});
export type SignTerms = z.infer<typeof signForm>;
export const signParams = z.strictObject({ signId: id });
export const signTokenParams = z.strictObject({ signToken: z.string().max(100) });
export const signsQuery = z.object({ done: z.enum(['revoked']).optional().catch(undefined) });

export interface Sign extends SignTerms {
  signId: number;
  siteName: string;
  locationName: string;
  createdBy: string | null;
  createdAt: Date;
}

/** All that a guest reads. */
export interface SignFace {
  locale: SignTerms['locale'];
  sentence: string;
  unit: { id: number; abbr: string; gramsPerUnit: number };
  timeZone: string;
  /** The newest day with waste and guests; null where there is none lately. */
  shown: { day: string; isToday: boolean; perGuest: number } | null;
}
