import { z } from 'zod';
import { pageParameter, sortParameter } from '../../platform/table/table-query';
import { lineOfText } from '../../platform/text-input';
import { isLocalDate } from '../../platform/time';
import { weightUnits } from '../../platform/weight-units.rules';
import { precedences } from './cost.contract';

const id = z.coerce.number().int().positive();
const bodyId = z.int().positive();
const day = z.string().refine(isLocalDate, 'errors.notADate');

const ruleStates = ['CURRENT', 'COMING', 'ENDED'] as const;
const ruleSorts = ['itemName', 'siteName', 'amountPerKg', 'currency', 'validFrom', 'validTo', 'priority'] as const;
export type RuleSort = (typeof ruleSorts)[number];

export const ruleQuery = z.strictObject({
  text: lineOfText(100).optional(),
  state: z.enum(ruleStates).optional(),
  siteId: id.optional(),
  sort: sortParameter(ruleSorts, { column: 'itemName', direction: 'asc' }),
  page: pageParameter,
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type RuleQuery = z.infer<typeof ruleQuery>;

const ruleRow = z.strictObject({
  ruleId: z.number().describe('Of this version.'),
  version: z.number(),
  itemId: z.number().nullable(),
  itemName: z.string().nullable().describe('In the caller’s language; null for every item.'),
  isCategory: z.boolean().describe('A category: the items in it have its price too.'),
  siteId: z.number().nullable(),
  siteName: z.string().nullable(),
  amountPerKg: z.string(),
  currency: z.string(),
  validFrom: z.string(),
  validTo: z.string().nullable().describe('The last day; null for no end date.'),
  priority: z.number(),
  note: z.string().nullable(),
  state: z.enum(ruleStates),
});
export type RuleRow = z.infer<typeof ruleRow>;

export const ruleList = z.strictObject({
  rules: z.array(ruleRow),
  total: z.number(),
  page: z.number(),
  limit: z.number(),
});
export type RuleList = z.infer<typeof ruleList>;

const ruleVersion = z.strictObject({
  ...ruleRow.shape,
  createdAt: z.string().nullable(),
  createdByName: z.string().nullable(),
});
export type RuleVersion = z.infer<typeof ruleVersion>;
export const ruleDetail = z.strictObject({
  rule: ruleRow,
  versions: z.array(ruleVersion).describe('Newest first.'),
  overlapping: z
    .array(z.strictObject({ rule: ruleRow, wins: z.boolean(), by: z.enum(precedences) }))
    .describe(
      'Other rules for the same item and site on some of the same days. `wins`: the other rule takes precedence there.',
    ),
});
export type RuleDetail = z.infer<typeof ruleDetail>;

export const ruleParams = z.strictObject({ ruleId: id });

export const ruleBody = z.strictObject({
  itemId: bodyId
    .nullable()
    .default(null)
    .describe('An item, or a category with everything in it; null for every item.'),
  siteId: bodyId.nullable().default(null).describe('Null for every site.'),
  amountPerKg: z
    .string()
    .trim()
    .regex(/^\d{1,10}(\.\d{1,4})?$/, 'costRules.notAPrice'),
  currency: z.string().regex(/^[A-Z]{3}$/, 'costRules.unknownCurrency'),
  validFrom: day,
  validTo: day.nullable().default(null),
  priority: z.int().min(-1000).max(1000).default(0),
  note: lineOfText(500)
    .nullable()
    .default(null)
    .transform((text) => text || null),
});
export type RuleBody = z.infer<typeof ruleBody>;
export const ruleEnd = z.strictObject({ validTo: day });
export const ruleCreated = z.strictObject({ ruleId: z.number() });

export const testQuery = z.strictObject({
  siteId: id,
  itemId: id.optional(),
  weight: z.coerce.number().min(0).max(100_000),
  unit: z.enum(weightUnits),
  day,
});
export type TestQuery = z.infer<typeof testQuery>;
export const testAnswer = z.strictObject({
  netGrams: z.number(),
  currency: z.string(),
  cost: z.string().nullable().describe('Null if no rule applies.'),
  rules: z
    .array(
      z.strictObject({
        rule: ruleRow,
        by: z.enum(precedences).nullable().describe('Why the previous rule takes precedence.'),
      }),
    )
    .describe('All matching rules, the one that applies first.'),
});
export type TestAnswer = z.infer<typeof testAnswer>;
