import { z } from 'zod';
import { lineOfText } from '../../platform/text-input';
import { idTypes, userFieldTypes } from './lookup-kinds.rules';

export type UserFieldType = (typeof userFieldTypes)[number];
export type IdType = (typeof idTypes)[number];

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

export const userLookup = z.strictObject({ userFieldType: z.enum(userFieldTypes), userField: lineOfText(254).min(1) });
export type UserLookup = z.infer<typeof userLookup>;

export const idLookup = z.strictObject({ idType: z.enum(idTypes), id });
export type IdLookup = z.infer<typeof idLookup>;

export const lookupAnswer = z.strictObject({ description: z.string() });
export type LookupAnswer = z.infer<typeof lookupAnswer>;

const typed = z.string().max(300).optional().catch(undefined);

/** As the forms ask where there are no scripts; what cannot be looked up is told on the page. */
export const consoleQuery = z.object({ userFieldType: typed, userField: typed, idType: typed, id: typed });
