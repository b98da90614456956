import { z } from 'zod';
import { lineOfText } from '../../platform/text-input';
import { weightUnits } from '../../platform/weight-units.rules';
import { flwDestinations, materials, nameLocales } from './hierarchies.rules';
import { elementCodes } from './refdata.contract';

const id = z.coerce.number().int().positive();
const bodyId = z.int().positive();
const name = lineOfText(200).min(1);

export const elementParams = z.strictObject({ elementCode: z.enum(elementCodes) });
export const valueParams = z.strictObject({ valueId: id });
export const listParams = z.strictObject({ hierarchyId: id });

const merge = z.strictObject({
  oldId: z.number(),
  oldName: z.string(),
  newId: z.number(),
  newName: z.string(),
  state: z.enum(['RUNNING', 'DONE']),
  eventsExpected: z.number(),
  eventsMoved: z.number(),
  mergedAt: z.string(),
  byLogin: z.string(),
});
export type Merge = z.infer<typeof merge>;

const treeValue = z.strictObject({
  valueId: z.number(),
  hierarchyId: z.number(),
  parentId: z.number().nullable(),
  name: z.string().describe('In the organization’s own language.'),
  translations: z.partialRecord(z.enum(nameLocales), z.string()),
  status: z.enum(['A', 'I']),
  tareGrams: z.number().nullable(),
  countsAsWaste: z.boolean(),
  flwDestination: z.enum(flwDestinations).nullable(),
  donation: z.boolean().describe('What has this destination is given to people.'),
  material: z.enum(materials).nullable(),
  version: z.number(),
});
export type TreeValue = z.infer<typeof treeValue>;

export const valueTree = z.strictObject({
  elementCode: z.enum(elementCodes),
  fixed: z.boolean().describe('Fixed: the three stages are the same everywhere.'),
  hierarchies: z.array(z.strictObject({ hierarchyId: z.number(), hierarchyName: z.string() })),
  values: z.array(treeValue).describe('By name, without merged values.'),
  merges: z.array(merge).describe('Newest first.'),
});
export type ValueTree = z.infer<typeof valueTree>;

export const hierarchyName = z.strictObject({ hierarchyName: name });
export const newHierarchy = z.strictObject({ elementCode: z.enum(elementCodes), hierarchyName: name });
export const hierarchyCreated = z.strictObject({ hierarchyId: z.number() });

const facts = {
  translations: z
    .partialRecord(
      z.enum(nameLocales),
      lineOfText(200)
        .nullable()
        .transform((text) => text || null),
    )
    .optional()
    .describe('Missing languages stay as they are; null removes a name.'),
  tare: z
    .strictObject({ weight: z.number().min(0).max(1_000_000), unit: z.enum(weightUnits) })
    .nullable()
    .optional()
    .describe('For containers.'),
  countsAsWaste: z.boolean().optional().describe('For destinations.'),
  flwDestination: z.enum(flwDestinations).nullable().optional().describe('For destinations.'),
  donation: z
    .boolean()
    .optional()
    .describe('For destinations. True means given to people, which is no destination of the FLW Standard.'),
  material: z.enum(materials).nullable().optional().describe('For items.'),
};
const place = {
  hierarchyId: bodyId,
  parentId: bodyId.nullable().default(null).describe('Null for the top level.'),
};

export const newValue = z.strictObject({ name, ...place, ...facts });
export type NewValue = z.infer<typeof newValue>;
export const valueCreated = z.strictObject({ valueId: z.number() });

const version = z
  .int()
  .positive()
  .describe('The version that was read. Returns 409 if someone else has changed the value since.');
export const valueEdit = z.strictObject({
  version,
  name: name.optional(),
  ...facts,
  valueStatus: z.enum(['A', 'I']).optional(),
});
export type ValueEdit = z.infer<typeof valueEdit>;
export const valueMove = z.strictObject({ version, ...place });
export type ValueMove = z.infer<typeof valueMove>;

export const mergeQuery = z.strictObject({ intoId: id });
export const mergePreview = z.strictObject({
  oldName: z.string(),
  newName: z.string(),
  events: z.number().describe('Events to move to the other value, including voided ones.'),
  voided: z.number(),
  costRules: z.number(),
  below: z.number().describe('Values directly below, which also move.'),
});
export type MergePreview = z.infer<typeof mergePreview>;
export const mergeBody = z.strictObject({ intoId: bodyId, version });
export type MergeBody = z.infer<typeof mergeBody>;
