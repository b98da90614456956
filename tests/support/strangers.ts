import type { Response } from 'supertest';
import { z } from 'zod';
import type { Values } from './example';
import type { FullPlace } from './full-organisation';

/** Stands in every name of the first organisation, or of the site out of sight; an answer to others that holds it is a leak. */
export const canary = 'CANARY-7f3a';
/** Far beyond any id that exists. */
const nowhere = 900_000_001;
const nobody = '7f3a7f3a-7f3a-4f3a-8f3a-7f3a7f3a7f3a';

const isId = (text: string) => z.uuid().safeParse(text).success;

/** The same names with ids that nobody has. */
export const moved = (values: Partial<Values>): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value = '']) => [
      name,
      typeof value === 'number' ? nowhere : isId(value) ? nobody : value,
    ]),
  );

/** A place that does not exist. */
export const elsewhere = (full: FullPlace): FullPlace => ({
  ...full,
  organisationId: nowhere,
  siteId: nowhere,
  locationId: nowhere,
  deviceId: nowhere,
  records: new Map([...full.records].map(([owner, values]) => [owner, moved(values)])),
});

/** A page leads home whoever may not open it. */
export const isRefusal = ({ status, headers }: Response) =>
  (status >= 400 && status < 500) || (status === 302 && headers.location === '/home');

/** What an answer tells, without what is another each time. */
export const plain = ({ status, body }: Response) => {
  const { code, message } = body as { code?: string; message?: string };
  return { status, code, message };
};
