import type { ErrorRequestHandler, Request } from 'express';
import { Failure, fail } from '../errors';
import type { Locale } from '../actor';
import { localeFromHeader, sentence, translator, type Translate } from '../i18n/messages';

/** What the parsers and the driver throw, said in our own terms. */
export function asFailure(error: unknown): Failure | undefined {
  if (error instanceof Failure) return error;
  const known = error as { type?: string; code?: string; status?: number; limit?: number; message?: string };
  switch (known.type) {
    case 'entity.too.large':
      return fail.tooLarge('errors.tooLarge', { params: { max: `${Math.floor((known.limit ?? 0) / 1024)} KB` } });
    case 'entity.parse.failed':
      return fail.badRequest('errors.malformedJson');
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return fail.unsupported('errors.unsupportedType');
    case 'request.aborted':
    case 'request.size.invalid':
      return fail.badRequest('errors.badRequest');
  }
  // NUL, which no text of the database can hold, got past a schema.
  if (known.code === '22021' || known.code === '22P05') return fail.badRequest('errors.badRequest', { cause: error });
  if (error instanceof URIError) return fail.badRequest('errors.notFound');
  if (isAway(known)) return fail.unavailable('errors.unavailable', { cause: error });
  if (known.status && known.status >= 400 && known.status < 500) return new Failure(known.status, 'errors.badRequest');
  return undefined;
}

/** The database is gone, stopping, full, without a free connection, or gave the statement up. */
export function isAway(error: { code?: string; message?: string }): boolean {
  const code = error.code ?? '';
  return /^(ECONN|EPIPE|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)/.test(code)
    || /^(08|53|57|58|25P03|40001|40P01|55P03)/.test(code)
    || /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable|Socket closed/i.test(error.message ?? '');
}

export interface ErrorAnswer {
  status: number;
  body: { code: string; message: string; requestId: string; fields?: { field: string; code: string; message: string }[] } & Record<string, unknown>;
}

export function errorAnswer(failure: Failure | undefined, requestId: string, t: Translate): ErrorAnswer {
  const code = failure?.code ?? 'errors.unexpected';
  const { params, fields, wire } = failure?.options ?? {};
  return {
    status: failure?.status ?? 500,
    body: {
      code: code.replace(/^errors\./, ''),
      message: sentence(t, code, params),
      requestId,
      ...(fields && fields.length > 0
        ? { fields: fields.map((field) => ({ field: field.field, code: field.code.replace(/^errors\./, ''), message: sentence(t, field.code, field.params) })) }
        : {}),
      ...wire,
    },
  };
}

export const wantsJson = (request: Request) =>
  request.path.startsWith('/rest/') || request.accepts(['html', 'json']) === 'json';

interface ErrorHandlerOptions {
  /** The language chosen in this browser, if any; the person may not be known yet. */
  localeOf(request: Request): Locale | null;
  page(answer: ErrorAnswer, request: Request, locale: Locale): string;
}

/** The only place where an error becomes an answer. What was not expected shows nothing but its request id. */
export function errorHandler({ localeOf, page }: ErrorHandlerOptions): ErrorRequestHandler {
  return (error, request, response, next) => {
    const failure = asFailure(error);
    if (!failure || failure.status >= 500) request.log.error({ err: (failure?.options.cause as Error | undefined) ?? error }, 'request failed');
    if (response.headersSent) return next(error);
    const locale = (response.locals.locale as Locale | undefined) ?? localeOf(request) ?? localeFromHeader(request.headers['accept-language']);
    const answer = errorAnswer(failure, String(request.id), translator(locale));
    response.status(answer.status).setHeader('Cache-Control', 'no-store');
    if (answer.status === 503) response.setHeader('Retry-After', '2');
    if (answer.status === 429 && failure?.options.params?.seconds) response.setHeader('Retry-After', String(failure.options.params.seconds));
    if (wantsJson(request)) response.json(answer.body);
    else response.type('html').send(page(answer, request, locale));
  };
}
