import type { Failure } from '../errors';
import { sentence, type Translate } from '../i18n/messages';

/** Why a form was refused, and what it sent: what is typed, and what its address names. */
export interface RefusedForm {
  failure: Failure;
  typed: Record<string, string>;
}

/** The same in the reader's language, each problem by its field. */
export function refusalIn(t: Translate, { failure, typed }: RefusedForm) {
  const { params, fields = [] } = failure.options;
  return {
    sentence: sentence(t, failure.code, params),
    fields: fields.map((one) => ({ field: one.field, sentence: sentence(t, one.code, one.params) })),
    typed,
  };
}

/** A form is shown again: what it holds is wrong, and not the request. */
export const refusedStatus = ({ status }: Failure): number => (status === 400 ? 422 : status);
