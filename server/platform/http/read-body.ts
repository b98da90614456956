import express, { type Request, type RequestHandler, type Response } from 'express';
import { fail } from '../errors';
import { memoize } from '../memoize';
import type { Route, UploadedFile } from './define-route';
import { isNestedTooDeep } from './json-depth.rules';
import { readUpload } from './upload';

const kilobyte = 1024;
/** What a stranger may have read before anybody knows who they are. */
export const strangersBytes = 16 * kilobyte;
const usualBytes = 100 * kilobyte;
/** Of a form, whose bytes are bounded too: a tick for each site of a large organization. */
const mostFields = 6_000;

interface ReadBody {
  raw: Record<string, unknown>;
  files: UploadedFile[];
  /** Removes the files; they live only as long as their request. */
  discard(): Promise<void>;
}

type Parsers = (limit: number, inflate: boolean) => RequestHandler[];

const parsersOf = (types: string[]): Parsers => {
  const made = memoize((key: string): RequestHandler[] => {
    const [limit, inflate] = [Number.parseInt(key, 10), key.endsWith('z')];
    return [
      express.json({ limit, inflate, strict: true, type: types, verify: refuseDeep }),
      express.urlencoded({ limit, inflate: false, extended: false, parameterLimit: mostFields }),
    ];
  });
  return (limit, inflate) => made(`${limit}${inflate ? 'z' : ''}`);
};

/** Before it is parsed: JSON is UTF-8 (RFC 8259, section 8.1), and its levels are counted as such. @throws Failure 415, 400 */
function refuseDeep(...[, , body, encoding]: [unknown, unknown, Buffer, string]): void {
  if (encoding !== 'utf-8') throw fail.unsupported('errors.unsupportedType');
  if (isNestedTooDeep(body)) throw fail.badRequest('errors.malformedJson');
}

export type BodyReader = (
  request: Request,
  route: Pick<Route, 'largestBody' | 'strangersBody' | 'upload' | 'access'>,
  known: boolean,
) => Promise<ReadBody>;

/**
 * Reads JSON and forms, as much as the route allows, after it is known who sends them: a stranger's body is small and is not
 * unpacked. A compressed body is taken where the route says so, and bounded by what it expands to.
 * @param types media types that are read as JSON
 * @throws Failure and body-parser's errors: 413, 415 for a compressed one, 400
 */
export function bodyReader(types = ['application/json']): BodyReader {
  const parsers = parsersOf(types);
  return async (request, { largestBody, strangersBody, upload }, known) => {
    if (upload && known && request.is('multipart/form-data')) {
      const { fields, files, discard } = await readUpload(request, upload);
      return { raw: fields, files, discard };
    }
    const limit = known
      ? (upload?.maxBytes ?? largestBody?.bytes ?? strangersBody?.bytes ?? usualBytes)
      : (strangersBody?.bytes ?? strangersBytes);
    for (const parse of parsers(limit, known && largestBody?.compressed === true)) await run(parse, request);
    return { raw: (request.body ?? {}) as Record<string, unknown>, files: [], discard: async () => undefined };
  };
}

const run = (parse: RequestHandler, request: Request) =>
  new Promise<void>((done, refuse) =>
    parse(request, {} as Response, (error?: unknown) => (error ? refuse(error as Error) : done())),
  );
