import { z } from 'zod';
import { localeCodes } from '../../platform/i18n/messages';
import { pageParameter, sortParameter } from '../../platform/table/table-query';
import { lineOfText } from '../../platform/text-input';

const status = z.enum(['A', 'I']);
const bodyId = z.int().positive();
const locale = z.enum(localeCodes);

const operatorSorts = ['alias', 'siteName', 'locationName', 'locale', 'pinSetAt', 'status'] as const;
export type OperatorSort = (typeof operatorSorts)[number];

export const operatorsQuery = z.strictObject({
  text: lineOfText(100).optional(),
  status: status.optional(),
  sort: sortParameter(operatorSorts, { column: 'alias', direction: 'asc' }),
  page: pageParameter,
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type OperatorsQuery = z.infer<typeof operatorsQuery>;

const operatorRow = z.strictObject({
  operatorId: z.number(),
  alias: z.string().describe('As shown on the device. It does not have to be a real name.'),
  siteName: z.string(),
  locationId: z.number(),
  locationName: z.string(),
  timeZone: z.string(),
  locale: locale.describe('Tracker language while they use it.'),
  pinSetAt: z.string(),
  status,
  version: z.number().describe('Send this with a change. The change is rejected if someone else has made one since.'),
});
export const operatorList = z.strictObject({
  operators: z.array(operatorRow),
  total: z.number(),
  page: z.number(),
  limit: z.number(),
});
export type OperatorList = z.infer<typeof operatorList>;
export type OperatorRow = OperatorList['operators'][number];

/** What the forms offer. */
export const operatorChoices = z.strictObject({ locales: z.array(z.strictObject({ locale, localeName: z.string() })) });
export type OperatorChoices = z.infer<typeof operatorChoices>;
export const operatorDetail = z.strictObject({ operator: operatorRow });
export type OperatorDetail = z.infer<typeof operatorDetail>;

const fields = { alias: lineOfText(50).min(1), locationId: bodyId, locale };
export const newOperator = z.strictObject(fields);
export type OperatorFields = z.infer<typeof newOperator>;
const version = z.int().positive();
export const operatorEdit = z.strictObject({ ...fields, version });
export const operatorStatus = z.strictObject({ active: z.boolean(), version });

const pin = z.string().describe('Shown once. Only its hash is stored.');
export const operatorCreated = z.strictObject({ operatorId: z.number(), pin });
export const operatorPin = z.strictObject({ pin });

export const operatorParams = z.strictObject({ id: z.coerce.number().int().positive() });

export const operatorSignIn = z.strictObject({ alias: lineOfText(50).min(1), pin: z.string().max(20) });
export const signedInOperator = z.strictObject({ operatorId: z.number(), alias: z.string(), locale });
export type SignedInOperator = z.infer<typeof signedInOperator>;
