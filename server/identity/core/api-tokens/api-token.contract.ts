import { z } from 'zod';
import { idList, maybe, publicId, shortText } from '../../wire.contract';
import { longestMinutes } from './api-token.rules';

const fields = { description: shortText, expiresInMinutes: maybe(z.number().int().min(1).max(longestMinutes)) };

export const newUserToken = z.object(fields);
/** A token without a role could do nothing. */
export const newTenantToken = z.object({
  ...fields,
  roleIds: idList.pipe(z.array(publicId).min(1, 'errors.required')),
});

/** A box by which somebody has their own tokens deleted with something else that ends. */
export const endTokens = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on');

export const userTokenParams = z.object({ userTokenId: publicId });
export const tenantTokenParams = z.object({ tenantTokenId: publicId });
export const vendorTokenParams = z.object({ vendorTokenId: publicId });
/** What a program came by; what has not the form of an id is none. */
export const exchangeBody = z.object({ clientId: z.string().min(1).max(200), secret: z.string().min(1).max(1000) });

/** `API`: an id and a secret that are exchanged; `ACCESS`: the secret is the token. */
const tokenKinds = ['API', 'ACCESS'] as const;
export type TokenKind = (typeof tokenKinds)[number];

const day = 1440;
/** The choices of the pages, in days; none: for ever. */
export const expiryChoices = ['7', '30', '90', '365', 'never'] as const;
const formFields = {
  description: shortText,
  kind: z.enum(tokenKinds),
  expiry: z.enum(expiryChoices).transform((days) => (days === 'never' ? undefined : Number(days) * day)),
};
export const userTokenForm = z.strictObject(formFields);

/** Each role has a box of its own, so that a form which is shown again knows which were ticked. */
const roleField = 'role-';
const isRole = (name: string) => name.startsWith(roleField);
const chosen = z.array(publicId).min(1, 'errors.required').max(200);

export const tickedRoles = (form: Record<string, string>): string[] =>
  Object.keys(form)
    .filter(isRole)
    .map((name) => name.slice(roleField.length));

export const tenantTokenForm = z
  .record(z.string(), z.string())
  .transform((form) => ({
    ...Object.fromEntries(Object.entries(form).filter(([name]) => !isRole(name))),
    roleIds: tickedRoles(form),
  }))
  .pipe(z.strictObject({ ...formFields, roleIds: chosen }));
