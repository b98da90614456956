import { fail, type Failure } from '../../../platform/errors';
import type { MessageKey } from '../../../platform/i18n/messages';

/** Why a request is refused, in the words of RFC 7644, section 3.12. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue';

type Params = Record<string, string | number>;

/** What is wrong with a request: 400, with the reason that a directory reads. */
export const problem = (scimType: ScimType, code: MessageKey, params: Params = {}): Failure =>
  fail.badRequest(code, { params, wire: { scimType } });

/** What somebody, or something, else in the tenant has already. */
export const notUnique = (code: MessageKey, params: Params = {}): Failure =>
  fail.conflict(code, { params, wire: { scimType: 'uniqueness' } });
