import type { MessageKey } from './i18n/messages';

export interface FieldProblem {
  /** Path of the field in the input, `events.3.netGrams`. */
  field: string;
  code: MessageKey;
  params?: Record<string, string | number>;
}

interface FailureOptions {
  params?: Record<string, string | number>;
  fields?: FieldProblem[];
  /** Extra members of the JSON answer that callers rely on. */
  wire?: Record<string, string | number | readonly string[]>;
  /** The whole body of the answer, in a shape and words that a published client expects to the letter. */
  exact?: unknown;
  cause?: unknown;
}

/** An expected failure. Its code is the key of the sentence that people read. */
export class Failure extends Error {
  override name = 'Failure';

  constructor(
    readonly status: number,
    readonly code: MessageKey,
    readonly options: FailureOptions = {},
  ) {
    super(code, { cause: options.cause });
  }
}

const failing = (status: number) => (code: MessageKey, options?: FailureOptions) => new Failure(status, code, options);

/** A refusal whose body is fixed by the wire: English text of its own, no translation. */
export const failExactly = (status: number, exact: unknown) => new Failure(status, 'errors.badRequest', { exact });

export const fail = {
  badRequest: failing(400),
  signedOut: failing(401),
  forbidden: failing(403),
  notFound: failing(404),
  methodNotAllowed: failing(405),
  conflict: failing(409),
  tooLarge: failing(413),
  unsupported: failing(415),
  unprocessable: failing(422),
  tooMany: failing(429),
  unavailable: failing(503),
};
