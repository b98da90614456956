import type { Request, Response } from 'express';
import type { Db } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import { defineCall } from '../../../platform/http/define-route';
import { errorAnswer, noteFailure } from '../../../platform/http/error-handler';
import { barredHere, judge } from '../../../platform/http/guards';
import { bearerOf, nobody, type Authenticated } from '../../../platform/http/principals';
import type { Limit } from '../../../platform/http/rate-limits';
import { bodyReader } from '../../../platform/http/read-body';
import type { Surface } from '../../../platform/http/surface';
import { localeFromHeader, translator } from '../../../platform/i18n/messages';
import { noteCall } from '../../core/provisioning/call-log.store';
import { findDirectory, noteSecretUse, type Directory } from '../../core/provisioning/connection.store';
import { secretHash } from '../../core/secrets/token-secret';
import { isAddressAllowed } from '../../policies/addresses/address-entry';
import type { IdentityPorts } from '../../ports';

/** Each call of a directory is declared by this. */
export const scimCall: typeof defineCall = (spec) => defineCall({ surface: 'directory', ...spec });

export const scimType = 'application/scim+json';
const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';
const jsonTypes = [scimType, 'application/json'];

/** A sync of thousands goes on for a while; one that goes in circles is stopped. */
const perConnection: Limit = { name: 'scim-connection', points: 9_000, seconds: 60 };
/** Of wrong secrets. */
export const refusedPerAddress: Limit = { name: 'scim-refused-ip', points: 60, seconds: 600 };

const noteUseEveryMs = 60_000;

type SurfaceNeeds = Pick<IdentityPorts, 'db' | 'rateLimits' | 'log'>;

/** What is known of a request once it is done. */
interface Locals {
  directory?: Directory;
  calledAt?: Date;
  refused?: { code: string; params: Record<string, string | number> | null };
}

/** The door of customers' directories: the bearer of a connection, on the addresses of that connection. */
export function scimSurface({ db, rateLimits, log }: SurfaceNeeds): Surface {
  return {
    name: 'directory',
    prefixes: ['/scim'],
    mounts: [''],
    before: [
      (request, response, next) => {
        response.on('finish', () => {
          note(db, request, response).catch((error: unknown) =>
            log.warn({ err: error }, 'a call of a directory was not noted'),
          );
        });
        next();
      },
    ],
    readBody: bodyReader(jsonTypes),
    jsonTypes,
    origins: { own: new Set(), cors: new Set(), originless: 'refused' },
    describe: null,

    async authenticate(request, response, now): Promise<Authenticated> {
      const directory = await directoryOf(db, request, now);
      if (!directory) {
        await rateLimits.take(refusedPerAddress, request.ip ?? '');
        return nobody;
      }
      Object.assign(response.locals satisfies Locals, { directory, calledAt: now });
      await rateLimits.take(perConnection, directory.id);
      const { tenantNumber, tenantId, name, id, number, sync } = directory;
      if (!(await isAddressAllowed(db, { addressLimits: [tenantNumber] }, request.ip ?? '')))
        return { credential: 'barred' };
      await noteUse(db, directory, now);
      const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers;
      return {
        credential: 'tenantToken',
        tenant: {
          tenantId,
          organisationId: tenantNumber,
          name: `SCIM ${name}`,
          directory: { id, number, sync, ifMatch, ifNoneMatch },
        },
      };
    },

    guard(route, { authenticated }) {
      if (authenticated.credential === 'barred') throw barredHere();
      if (judge(route, authenticated) !== 'granted') throw fail.signedOut('scim.wrongSecret');
      return { go: 'on' };
    },

    error(error, request, response) {
      const failure = noteFailure(error, request, response);
      const { code = 'errors.unexpected', options } = failure ?? {};
      (response.locals as Locals).refused = { code, params: options?.params ?? null };
      const { status, scimType: reason } = statusOf(failure);
      const {
        body: { message, fields },
      } = errorAnswer(failure, String(request.id), translator(localeFromHeader(request.headers['accept-language'])));
      if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer realm="scim"');
      response
        .status(status)
        .type(scimType)
        .send(
          JSON.stringify({
            schemas: [errorSchema],
            status: String(status),
            ...(reason === undefined ? {} : { scimType: reason }),
            detail: fields ? fields.map(({ field, message: said }) => `${field}: ${said}`).join(', ') : message,
          }),
        );
    },
  };
}

/** The statuses that RFC 7644 knows: what cannot be done as things are is a conflict, what is wrong in itself a bad value. */
function statusOf(failure: ReturnType<typeof noteFailure>): { status: number; scimType?: unknown } {
  if (!failure) return { status: 500 };
  const { status, code, options } = failure;
  if (code === 'identity.lastAdministrator') return { status: 409, scimType: 'mutability' };
  if (status === 422) return { status: 400, scimType: 'invalidValue' };
  if (status === 400) return { status, scimType: options.wire?.scimType ?? 'invalidSyntax' };
  return { status, scimType: options.wire?.scimType };
}

const addressPattern = /^\/scim\/v2\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:\/|$)/i;

async function directoryOf(db: Db, request: Request, now: Date): Promise<Directory | null> {
  const [, id] = addressPattern.exec(request.path) ?? [];
  const secret = bearerOf(request.headers.authorization);
  return id === undefined || secret === null
    ? null
    : findDirectory(db, { id: id.toLowerCase(), secretHash: secretHash(secret), now });
}

async function noteUse(db: Db, { secretId, lastUsedAt }: Directory, now: Date): Promise<void> {
  if (lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() <= noteUseEveryMs) return;
  // A use that cannot be noted (the disk is full) is a use all the same.
  await noteSecretUse(db, secretId, now).catch(() => undefined);
}

async function note(db: Db, request: Request, response: Response): Promise<void> {
  const { directory, calledAt, refused } = response.locals as Locals;
  if (!directory || !calledAt) return;
  await noteCall(db, directory.number, {
    at: calledAt,
    method: request.method,
    path: request.path.replace(addressPattern, '/'),
    status: response.statusCode,
    code: refused?.code ?? null,
    params: refused?.params ?? null,
  });
}
