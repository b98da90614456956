import { z } from 'zod';
import { localeCodes } from '../../platform/i18n/messages';
import { emailAddress, lineOfText, linesOfText } from '../../platform/text-input';
import { decisions, type Decision, type ReviewState } from './access-review.rules';
import { boxes, mostAlerts, tickedIn, type BoxField } from './user-manager.rules';
import { sheetLimits } from './user-sheet.rules';

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const revision = z.string().min(1).max(100);

const isBox = (name: string) => Object.values(boxes).some((box) => name.startsWith(`${box}-`));

const withBoxes = <Schema extends z.ZodType>(fields: readonly BoxField[], schema: Schema) =>
  z
    .record(z.string(), z.string())
    .transform((form): unknown => ({
      ...Object.fromEntries(Object.entries(form).filter(([name]) => !isBox(name))),
      ...Object.fromEntries(fields.map((field) => [field, tickedIn(form, field)])),
    }))
    .pipe(schema);

const roleIds = z
  .array(id)
  .max(50)
  .refine((ids) => ids.length > 0, 'users.noRole');
const items = { siteIds: z.array(id).max(10_000), locationIds: z.array(id).max(10_000) };
/** The whole organization, or what is ticked. */
const sees = z.enum(['all', 'some']);
const fullName = lineOfText(200).min(1, 'errors.required');

const seesSomething = ({ sees: wanted, siteIds, locationIds }: Access) =>
  wanted === 'all' || siteIds.length + locationIds.length > 0;
interface Access {
  sees: 'all' | 'some';
  siteIds: number[];
  locationIds: number[];
}
const nothingChosen = { path: ['items'], message: 'userManager.nothingChosen' };

export const itemsOf = ({ sees: wanted, siteIds, locationIds }: Access) =>
  wanted === 'all' ? null : { siteIds, locationIds };

export const inviteForm = withBoxes(
  ['roleIds', 'siteIds', 'locationIds'],
  z
    .strictObject({ fullName, email: emailAddress(), locale: z.enum(localeCodes), roleIds, sees, ...items })
    .refine(seesSomething, nothingChosen),
);
export const accountForm = withBoxes(
  ['roleIds'],
  z.strictObject({ fullName, email: emailAddress(), roleIds: z.array(id).max(50), revision }),
);
export const accessForm = withBoxes(
  ['siteIds', 'locationIds'],
  z.strictObject({ sees, ...items, revision }).refine(seesSomething, nothingChosen),
);
export const copyForm = z.strictObject({ email: emailAddress(), revision });
export const statusForm = z.strictObject({ act: z.enum(['deactivate', 'reactivate']), revision });

const told = z.enum(['none', 'IMMEDIATE', 'DAILY']);
/** Of every alert that was shown, how often it is told by email, now and as it was shown. */
export const notificationsForm = z
  .record(z.string(), z.string())
  .transform((form): unknown =>
    Object.entries(form).flatMap(([name, value]): unknown[] => {
      const [, alertId] = /^alert-(\d+)$/.exec(name) ?? [];
      return alertId === undefined ? [] : [{ alertId, value, shown: form[`shown-${alertId}`] }];
    }),
  )
  .pipe(z.array(z.strictObject({ alertId: id, value: told, shown: told })).max(mostAlerts));

export const personParams = z.object({ userId: id });
const personDone = ['saved', 'accessSaved', 'copied', 'deactivate', 'reactivate', 'linkSent', 'notified'] as const;
export const personQuery = z.object({ done: z.enum(personDone).optional().catch(undefined) });
export type PersonDone = (typeof personDone)[number];

export const sheetConfirmForm = z.strictObject({ lines: z.string().max(sheetLimits.form), shown: revision });
export const sheetQuery = z.object({
  added: z.coerce.number().int().min(0).max(sheetLimits.lines).optional().catch(undefined),
  changed: z.coerce.number().int().min(0).max(sheetLimits.lines).optional().catch(undefined),
});

export const reviewParams = z.object({ reviewId: id });
export const startForm = z.strictObject({ name: lineOfText(100).min(1, 'errors.required') });
/** The boxes of people, and the access that was shown of each. */
export const decideForm = z
  .record(z.string(), z.string())
  .transform((form): unknown => ({
    decision: form.decision,
    note: form.note ?? '',
    shownAs: form.shownAs ?? '',
    people: tickedIn(form, 'userIds').map((userId) => ({ userId, mark: form[`mark-${userId}`] ?? '' })),
  }))
  .pipe(
    z.strictObject({
      decision: z.enum(decisions),
      note: lineOfText(500),
      /** The query of the page. */
      shownAs: z.string().max(500),
      people: z
        .array(z.strictObject({ userId: id, mark: z.string().max(100) }))
        .min(1, 'userManager.reviews.nobodyTicked')
        .max(500),
    }),
  );
export const signForm = z.strictObject({ statement: linesOfText(1_000) });
const reviewDone = ['started', 'decided', 'signed'] as const;
export const reviewDoneField = z.enum(reviewDone).optional().catch(undefined);
export type ReviewDone = (typeof reviewDone)[number];

export interface ReviewHead {
  reviewId: number;
  name: string;
  startedAt: string;
  startedByName: string | null;
  signedAt: string | null;
  signedByName: string | null;
  statement: string | null;
  kept: number;
  removed: number;
}

/** One person of a review: as they are, or, once it is signed off, as they were when it was decided. */
export interface ReviewRow {
  userId: number;
  /** Null: the account has been deleted. */
  fullName: string | null;
  email: string | null;
  status: 'ACTIVE' | 'INVITED' | 'INACTIVE';
  roleNames: string[];
  secured: { sites: number; locations: number } | null;
  lastSignInAt: string | null;
  mark: string;
  state: ReviewState;
  decision: Decision | null;
  note: string | null;
  decidedByName: string | null;
  decidedAt: string | null;
  /** Decided about by themselves. */
  bySelf: boolean;
}

/** A line of a sheet as its preview shows it. */
export interface ShownLine {
  line: number;
  email: string;
  kind: 'add' | 'change' | 'same' | 'refused';
  /** What will change, or why nothing can. */
  says: string[];
}
