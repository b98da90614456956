import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Locale } from '../actor';
import { Failure, fail } from '../errors';
import { localeFromHeader, sentence, translator, type Translate } from '../i18n/messages';
import type { Theme } from './theme-cookie';

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
  return (
    /^(ECONN|EPIPE|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)/.test(code) ||
    /^(08|53|57|58|25P03|40001|40P01|55P03)/.test(code) ||
    /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable|Socket closed/i.test(
      error.message ?? '',
    )
  );
}

export interface ErrorAnswer {
  status: number;
  body: {
    code: string;
    message: string;
    requestId: string;
    fields?: { field: string; code: string; message: string }[];
  } & Record<string, unknown>;
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
        ? {
            fields: fields.map((field) => ({
              field: field.field,
              code: field.code.replace(/^errors\./, ''),
              message: sentence(t, field.code, field.params),
            })),
          }
        : {}),
      ...wire,
    },
  };
}

interface ErrorFormOptions {
  /** The language chosen in this browser, if any; the person may not be known yet. */
  localeOf(request: Request): Locale | null;
  page(answer: ErrorAnswer, request: Request, locale: Locale): string;
  framePage(name: string, theme: Theme | null): string;
  themeOf(request: Request): Theme | null;
}

type ErrorForm = (error: unknown, request: Request, response: Response) => void;

/** How each surface says what went wrong. What was not expected shows nothing but its request id. */
export interface ErrorForms {
  /** A page for people, JSON for whoever prefers it. */
  page: ErrorForm;
  json: ErrorForm;
  /** JSON, but a page for whoever follows a link to a file in a browser, which would show them the JSON. */
  call: ErrorForm;
  /** In a frame, who may not see the page is told by one that lets the host know that the session has ended; a redirect would show the sign-in inside the frame. */
  frame: ErrorForm;
}

export function createErrorForms({ localeOf, page, framePage, themeOf }: ErrorFormOptions): ErrorForms {
  function begin(error: unknown, request: Request, response: Response) {
    const failure = noteFailure(error, request, response);
    const locale =
      (response.locals.locale as Locale | undefined) ??
      localeOf(request) ??
      localeFromHeader(request.headers['accept-language']);
    return { failure, locale, answer: errorAnswer(failure, String(request.id), translator(locale)) };
  }
  const json: ErrorForm = (error, request, response) => {
    const { failure, answer } = begin(error, request, response);
    response.json(failure?.options.exact ?? answer.body);
  };
  const asPage: ErrorForm = (error, request, response) => {
    if (request.accepts(['html', 'json']) === 'json') return json(error, request, response);
    const { locale, answer } = begin(error, request, response);
    response.type('html').send(page(answer, request, locale));
  };
  return {
    json,
    page: asPage,
    call: (error, request, response) =>
      (request.headers['sec-fetch-dest'] === 'document' ? asPage : json)(error, request, response),
    frame(error, request, response) {
      const failure = asFailure(error);
      const stays = failure?.status !== 401 && failure?.status !== 403 && failure?.code !== 'errors.clientViewEnded';
      if (stays) return asPage(error, request, response);
      begin(error, request, response);
      response.type('html').send(framePage('session-ended', themeOf(request)));
    },
  };
}

/** Logs what is ours to mend, and sets status and headers, whatever the form of the answer. */
export function noteFailure(error: unknown, request: Request, response: Response): Failure | undefined {
  const failure = asFailure(error);
  if (!failure || failure.status >= 500)
    request.log.error({ err: (failure?.options.cause as Error | undefined) ?? error }, 'request failed');
  response.removeHeader('ETag');
  response.status(failure?.status ?? 500).setHeader('Cache-Control', 'no-store');
  // As programs read it (RFC 6750, 3.1).
  if (failure?.code === 'errors.needsScope')
    response.setHeader('WWW-Authenticate', 'Bearer error="insufficient_scope"');
  if (failure?.status === 503) response.setHeader('Retry-After', '2');
  if (failure?.status === 429 && failure.options.params?.seconds)
    response.setHeader('Retry-After', String(failure.options.params.seconds));
  return failure;
}

/** For what went wrong outside of every surface: assets, health. */
export const errorHandler =
  (form: ErrorForm): ErrorRequestHandler =>
  (error, request, response, next) => {
    if (response.headersSent) return next(error);
    form(error, request, response);
  };
