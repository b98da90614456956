import { z } from 'zod';
import { lineOfText } from '../../../platform/text-input';
import { ssoTypes } from '../../ways-in/sso/sso.rules';
import { publicId, shortText } from '../../wire.contract';

export const newProvider = z.strictObject({ type: z.enum(ssoTypes) });

const address = lineOfText(2_000).min(1, 'errors.required');
const act = <Name extends string>(name: Name) => z.literal(name);

/** The forms of each page of a set-up; a hidden field tells which was sent. */
export const providerForms = z.discriminatedUnion('act', [
  z.strictObject({ act: act('url'), url: address }),
  z.strictObject({
    act: act('hand'),
    ssoEndpoint: address,
    publicCertificate: z.string().min(1, 'errors.required').max(30_000),
    signRequest: z.literal('on').optional(),
  }),
  z.strictObject({
    act: act('oidc'),
    ssoEndpoint: address,
    oidcClientId: lineOfText(500).min(1, 'errors.required'),
    oidcSecret: lineOfText(2_000),
    sloEndpoint: lineOfText(2_000).optional(),
  }),
]);

/** A document that was pasted; where none was, a file comes with it. */
export const metadataForm = z.object({ metadata: z.string().optional() });

export const domainForms = z.discriminatedUnion('act', [
  z.strictObject({ act: act('add'), domain: z.string().min(1, 'errors.required').max(260) }),
  z.strictObject({ act: act('check'), domainId: publicId }),
  z.strictObject({ act: act('remove'), domainId: publicId }),
]);

/** Each role has a box of its own, so that a form which is shown again knows which were ticked. */
const roleField = 'role-';
export const tickedRoles = (form: Record<string, string>): string[] =>
  Object.keys(form)
    .filter((name) => name.startsWith(roleField))
    .map((name) => name.slice(roleField.length));

const roleIds = z.array(publicId).max(500);
export const roleForms = z
  .record(z.string(), z.string())
  .transform((form) => ({
    ...Object.fromEntries(Object.entries(form).filter(([name]) => !name.startsWith(roleField))),
    roleIds: tickedRoles(form),
  }))
  .pipe(
    z.discriminatedUnion('act', [
      z.strictObject({ act: act('defaults'), roleIds }),
      z.strictObject({ act: act('addGroup'), group: shortText, roleIds }),
      z.strictObject({ act: act('changeGroup'), groupId: publicId, group: shortText, roleIds }),
      z.strictObject({ act: act('removeGroup'), groupId: publicId, roleIds }),
    ]),
  );

export const switchForms = z.discriminatedUnion('act', [
  z.strictObject({ act: z.enum(['on', 'off', 'lift', 'remove']) }),
  z.strictObject({ act: act('enforce'), ownerId: publicId }),
]);

/** An account is linked again by whoever says that they have made sure of the person. */
export const refusedForms = z.discriminatedUnion('act', [
  z.strictObject({ act: act('link'), refusedId: publicId, confirmed: z.literal('on', 'sso.confirmFirst') }),
  z.strictObject({ act: act('dismiss'), refusedId: publicId }),
]);

export const historyQuery = z.object({ page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1) });
const ofAnswer = z.string().max(200).catch('').default('');
export const resultQuery = z.object({ RelayState: ofAnswer, brought: ofAnswer });
