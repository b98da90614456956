import { z } from 'zod';
import { lineOfText, linesOfText } from '../../platform/text-input';
import { isLocalDate, type LocalDate } from '../../platform/time';
import { mostDays, steps, type Checklist, type Step, type StepDays } from './onboarding.rules';

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
/** A checklist is of these years; due days count on from its start. */
const day = z
  .string()
  .refine(isLocalDate, 'errors.notADate')
  .refine((text) => text >= '2000-01-01' && text <= '2099-12-31', 'errors.notADate');
const dayOrNone = z.union([z.literal('').transform(() => null), day]).default(null);
const step = z.enum(steps);

const dones = ['started', 'saved', 'ticked', 'unticked', 'blocked', 'cleared', 'reminded', 'ended'] as const;
export const onboardingDone = z.enum(dones).optional().catch(undefined);
export type OnboardingDone = z.infer<typeof onboardingDone>;

export const siteParams = z.strictObject({ siteId: id });

export const startForm = z.strictObject({
  siteId: id,
  startedOn: day,
  templateId: z.union([z.literal('').transform(() => null), id]).default(null),
});

const ofStep = { step, version: id };

/** What can be said of a step on the page of a site, by the last part of its address. */
export const stepForms = {
  tick: z.strictObject({
    ...ofStep,
    doneOn: day,
    people: z.union([z.literal('').transform(() => null), z.coerce.number().int().min(1).max(100_000)]).default(null),
  }),
  untick: z.strictObject(ofStep),
  assign: z.strictObject({
    ...ofStep,
    ownerId: z.union([z.literal('').transform(() => null), id]).default(null),
    dueOn: dayOrNone,
  }),
  block: z.strictObject({ ...ofStep, blocker: linesOfText(500).min(1, 'errors.required') }),
  clear: z.strictObject(ofStep),
  remind: z.strictObject(ofStep),
  end: z.strictObject({ version: id }),
} as const;
export type StepForm = keyof typeof stepForms;

const dayCount = z
  .union([z.literal('').transform(() => null), z.coerce.number().int().min(0).max(mostDays)])
  .default(null);

export const templateParams = z.strictObject({ templateId: id });
export const templateForm = z
  .object({ name: lineOfText(100).min(1, 'errors.required') })
  .extend(Object.fromEntries(steps.map((one) => [one, dayCount])) as Record<Step, typeof dayCount>)
  .strict();
export type TemplateForm = z.infer<typeof templateForm>;

export interface Template {
  templateId: number;
  name: string;
  days: StepDays;
}

/** A site that is being onboarded, or was. */
export interface OnboardingRow extends Checklist {
  siteId: number;
  siteName: string;
  startedOn: LocalDate;
  version: number;
  /** The local date there. */
  today: LocalDate;
}

/** How many sites stand at a step. */
export interface FunnelStep {
  step: Step;
  here: number;
  passed: number;
}
