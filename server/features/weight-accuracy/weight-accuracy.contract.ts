import { z } from 'zod';
import { longestContent } from '../../domain/measures/weight-accuracy.rules';
import { linesOfText, lineOfText } from '../../platform/text-input';
import { isLocalDate } from '../../platform/time';

const id = z.coerce.number().int().positive();
const bodyId = z.int().positive();
/** Within these years every range adds up. */
const day = z
  .string()
  .refine((text) => isLocalDate(text) && text >= '1900-01-01' && text <= '2100-12-31', 'errors.notADate');
const status = z.enum(['A', 'I']);
const statuses = z
  .union([status, z.array(status).max(20)])
  .default(['A', 'I'])
  .transform((chosen) => [...new Set([chosen].flat())]);

export const rangeQuery = z.strictObject({ beginDate: day, endDate: day });
export const sitesQuery = z.strictObject({ ...rangeQuery.shape, siteStatus: statuses, locationStatus: statuses });
export const siteQuery = z.strictObject({ ...rangeQuery.shape, locationStatus: statuses });
export const siteParams = z.strictObject({ siteId: id });
export const locationParams = z.strictObject({ siteId: id, locationId: id });

/** In an address, where a value that is empty is not given, all are named. */
const choice = z.union([z.literal('all').transform(() => '' as const), status, id]);
/** The address of the page. What does not fit any more is read as not given, so that an old link still shows a page. */
export const pageQuery = z.object({
  beginDate: z.string().max(40).catch('').default(''),
  endDate: z.string().max(40).catch('').default(''),
  siteId: choice.optional().catch(undefined),
  locationId: choice.catch('').default(''),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1).default(1),
});
export type PageQuery = z.infer<typeof pageQuery>;
export const isDay = (text: string) => day.safeParse(text).success;

export const checkweight = z.strictObject({
  weight: z.number().describe('In the caller’s unit.'),
  timeMillis: z.number().describe('Milliseconds since 1970, UTC.'),
  id: z.number(),
});
export type Checkweight = z.infer<typeof checkweight>;

export const weightReport = z.strictObject({
  organizationId: z.number(),
  unit: z.string(),
  sites: z.array(
    z.strictObject({
      siteId: z.number(),
      siteName: z.string(),
      siteStatus: status,
      timeZone: z.string(),
      locations: z.array(
        z.strictObject({
          locationId: z.number(),
          locationName: z.string(),
          locationStatus: status,
          days: z.array(
            z.strictObject({
              day: z.string(),
              closed: z.boolean(),
              wasteEventWeightSum: z.number(),
              checkweights: z.array(checkweight),
            }),
          ),
        }),
      ),
    }),
  ),
});
export type WeightReport = z.infer<typeof weightReport>;

const checkweightNote = z.strictObject({
  checkweightNoteId: z.string().describe('Empty until it is saved.'),
  checkweightNoteReference: z.string().nullable().describe('In the caller’s language.'),
  checkweightNoteReferenceId: z.number().nullable(),
  locationId: z.number(),
  date: z.string(),
  content: z.string(),
});
export type CheckweightNote = z.infer<typeof checkweightNote>;
export const checkweightNotes = z.array(checkweightNote);

/** A day of one location as the page hands it to the browser. */
export interface CheckweightDay {
  orgId: number;
  siteId: number;
  siteStatus: 'A' | 'I';
  locationId: number;
  locationStatus: 'A' | 'I';
  date: string;
  timeZone: string;
  unit: string;
  isClosed: boolean;
  wasteEventWeightSum: number;
  checkweights: Checkweight[];
  note: CheckweightNote;
}

export const noteReferences = z.array(
  z.strictObject({ checkweightNoteReferenceId: z.number(), checkweightDescription: z.string() }),
);
export type NoteReference = z.infer<typeof noteReferences>[number];

const content = linesOfText(longestContent);
/** What somebody had before them when they began to write. */
const seen = z.strictObject({ checkweightNoteReferenceId: bodyId.nullable(), content: z.string().max(longestContent) });

const noteFields = {
  checkweightNoteReference: lineOfText(500).nullable().optional().describe('Ignored: the ID is used instead.'),
  checkweightNoteReferenceId: bodyId.nullable().default(null),
  locationId: bodyId,
  date: day,
  content: content.default(''),
};
const noteId = z.union([
  bodyId,
  z
    .string()
    .regex(/^\d{1,15}$/, 'errors.notOneOf')
    .transform(Number),
]);

/** A note is a reason of the list or one’s own words. */
const oneOfBoth = { message: 'weightAccuracy.noteIsBoth', path: ['content'] };
const isOne = ({
  checkweightNoteReferenceId,
  content: own,
}: {
  checkweightNoteReferenceId: number | null;
  content: string;
}) => checkweightNoteReferenceId === null || own === '';
const nothing = { message: 'weightAccuracy.noteIsEmpty', path: ['content'] };
const isSomething = ({
  checkweightNoteReferenceId,
  content: own,
}: {
  checkweightNoteReferenceId: number | null;
  content: string;
}) => checkweightNoteReferenceId !== null || own !== '';

export const newNote = z
  .strictObject({ checkweightNoteId: z.literal('').optional(), ...noteFields })
  .refine(isOne, oneOfBoth)
  .refine(isSomething, nothing);
export type NewNote = z.infer<typeof newNote>;
export const noteCreated = z.strictObject({ checkweightNoteId: z.string() });

export const changedNote = z
  .strictObject({
    checkweightNoteId: noteId,
    ...noteFields,
    seen: seen.optional().describe('If set, returns 409 if someone else has changed the note since.'),
  })
  .refine(isOne, oneOfBoth)
  .refine(isSomething, nothing);
export type ChangedNote = z.infer<typeof changedNote>;

export const noteQuery = z.strictObject({
  checkweightNoteId: noteId,
  seenReferenceId: id
    .optional()
    .describe('This or `seenContent`: what was read before; a note that is another one now is refused with 409.'),
  seenContent: z.string().max(longestContent).optional(),
});
export type NoteQuery = z.infer<typeof noteQuery>;

export const newCheckweight = z.strictObject({
  locationId: bodyId,
  date: day,
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'weightAccuracy.noSuchTime')
    .describe('When it was weighed, by the clock of the location: `HH:mm`.'),
  netWeight: z.number().describe('In the caller’s unit.'),
});
export type NewCheckweight = z.infer<typeof newCheckweight>;

export const checkweightParams = z.strictObject({ id });
export const netWeightBody = z.strictObject({
  checkweightId: bodyId,
  netWeight: z.number().describe('In the caller’s unit.'),
});
