import { z } from 'zod';
import type { ImageRow, ImageUse, PicturedElement } from '../../domain/images/images.contract';
import { longest, mostAssigned, mostTags, picturedElements, tagsIn } from '../../domain/images/images.rules';
import type { Locale } from '../../platform/actor';
import { localeCodes } from '../../platform/i18n/messages';
import { lineOfText } from '../../platform/text-input';

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const version = id.max(2_147_483_647);
const percent = z.coerce.number().int().min(0).max(99);

export const imageParams = z.object({ organisationId: id, imageId: id });
export type ImageAddress = z.infer<typeof imageParams>;

/** A name of content, and which of its sizes. */
export const servedParams = z.object({
  imageFile: z.string().regex(/^[0-9a-f]{64}(-small)?\.webp$/),
});

const doneWords = [
  'uploaded',
  'known',
  'details',
  'crop',
  'assign',
  'unassign',
  'replace',
  'retire',
  'restore',
  'delete',
] as const;
export const imageDone = z.enum(doneWords).optional().catch(undefined);
export type ImageDone = z.infer<typeof imageDone>;

const element = z.enum(picturedElements);
const searched = lineOfText(100).optional().catch(undefined);

export const imageQuery = z.object({
  /** Whose values are offered; there only while somebody adds some. */
  element: element.optional().catch(undefined),
  text: searched,
  done: imageDone,
});
export type ImageQuery = z.infer<typeof imageQuery>;

export const replaceQuery = z.object({ text: searched });
export type ReplaceQuery = z.infer<typeof replaceQuery>;

const facts = {
  license: lineOfText(longest.license),
  source: lineOfText(longest.source),
};
const name = lineOfText(longest.name).min(1, 'errors.required');

/** The file is beside it. */
export const uploadForm = z.strictObject({ organisationId: id, name: lineOfText(longest.name), ...facts });

const alt = lineOfText(longest.alt);
type AltField = `alt_${Locale}`;
const alts = Object.fromEntries(localeCodes.map((locale) => [`alt_${locale}`, alt])) as Record<AltField, typeof alt>;
const tags = lineOfText(mostTags * (longest.tag + 2))
  .refine((text) => tagsIn(text).length <= mostTags, 'manageImages.tooManyTags')
  .refine((text) => tagsIn(text).every((tag) => tag.length <= longest.tag), 'manageImages.tagTooLong');

/** The forms of a picture’s page. */
export const imageForms = {
  details: z.strictObject({ version, name, ...facts, tags, ...alts }),
  crop: z.strictObject({ version, left: percent, top: percent, right: percent, bottom: percent }),
  assign: z.strictObject({
    element,
    text: lineOfText(100).default(''),
    valueIds: z.preprocess(
      (value) => (Array.isArray(value) ? (value as unknown) : value === undefined ? [] : [value]),
      z.array(id).max(mostAssigned),
    ),
  }),
  unassign: z.strictObject({ valueId: id }),
  retire: z.strictObject({}),
  restore: z.strictObject({}),
  delete: z.strictObject({}),
} as const;
export type ImageForm = keyof typeof imageForms;

export const replaceForm = z.strictObject({ by: id, text: lineOfText(100).default('') });

/** Values that could show a picture and do not. */
export interface Offer {
  element: PicturedElement;
  text: string;
  /** `thumbnail`: of the picture that it shows now. */
  values: { refId: number; name: string; parentName: string | null; thumbnail: string | null }[];
  total: number;
}

/** A picture with all that its page shows. */
export interface ImageDetail {
  image: ImageRow;
  uses: ImageUse[];
  profiles: { profileId: number; name: string }[];
}

/** As programs get it. */
const imageView = z.strictObject({
  imageId: z.number(),
  name: z.string(),
  path: z.string().describe('Path on this server, under a content name: what it answers never changes.'),
  thumbnailPath: z.string(),
  width: z.number().describe('In pixels.'),
  height: z.number(),
  bytes: z.number(),
  alts: z.partialRecord(z.enum(localeCodes), z.string()).describe('What the picture shows, by language.'),
  tags: z.array(z.string()),
  license: z.string(),
  source: z.string(),
  retired: z.boolean(),
  uses: z.number().describe('How many reference values show it.'),
  elements: z.array(element),
  createdAt: z.string(),
});
export const imageList = z.strictObject({ images: z.array(imageView), total: z.number() });
