import { z } from 'zod';
import { lineOfText } from '../../platform/text-input';

export const elementCodes = [
  'CONTAINER',
  'DAYPART',
  'WASTEITEM',
  'WASTESINK',
  'WASTESOURCE',
  'WASTESTAGE',
  'WASTEREASON',
  'EXPRESS_ITEM',
] as const;
export type ElementCode = (typeof elementCodes)[number];

export const currency = z.strictObject({ currencyCode: z.string(), currencyDesc: z.string() });
export const unit = z.strictObject({
  unitId: z.number(),
  unitAbrv: z.string(),
  unitName: z.string(),
  gramsPerUnit: z.number(),
});
export const wasteStage = z.strictObject({ wasteStageId: z.number(), wasteStageName: z.string() });
export const hierarchy = z.strictObject({
  hierId: z.number(),
  hierName: z.string(),
  elementCode: z.enum(elementCodes),
});
export const referenceValue = z.strictObject({
  refId: z.number(),
  refName: z.string(),
  parentId: z.number().nullable(),
  status: z.enum(['A', 'I']),
  tareGrams: z.number().nullable(),
  countsAsWaste: z.boolean(),
});

export type Currency = z.infer<typeof currency>;
export type Unit = z.infer<typeof unit>;
export type WasteStage = z.infer<typeof wasteStage>;
export type Hierarchy = z.infer<typeof hierarchy>;
export type ReferenceValue = z.infer<typeof referenceValue>;

export const subdivisionQuery = z.object({
  countryCode: z.string().regex(/^[A-Z]{2}$/, 'sites.unknownCountry'),
  regionName: lineOfText(100).nullable().default(null),
});
export const subdivisions = z.strictObject({
  subdivisions: z.array(z.strictObject({ subdivisionCode: z.string(), subdivisionName: z.string() })),
  guess: z.string().nullable(),
});
export type Subdivisions = z.infer<typeof subdivisions>;

const id = z.coerce.number().int().min(0);
/** The site 0 stands for all sites. */
export const siteParams = z.strictObject({ siteId: id });
/** The hierarchy 0 stands for all of the element. */
export const valuesParams = z.strictObject({ orgId: id, elementCode: z.enum(elementCodes), hierId: id });
