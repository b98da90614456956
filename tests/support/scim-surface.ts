import { z } from 'zod';
import { createApp } from '../../server/app';
import { newDevice } from '../../server/domain/places/devices.contract';
import { createDevice } from '../../server/features/devices/devices.service';
import { failExactly } from '../../server/platform/errors';
import { defineCall, reply, type Route } from '../../server/platform/http/define-route';
import { noteFailure } from '../../server/platform/http/error-handler';
import { judge } from '../../server/platform/http/guards';
import { bearerOf, nobody } from '../../server/platform/http/principals';
import { bodyReader } from '../../server/platform/http/read-body';
import type { Surface } from '../../server/platform/http/surface';
import type { TestApp } from './test-app';

export const scimToken = 'a-token-of-the-tenant-in-the-tests';
export const scimOrigin = 'https://directory.test';
const type = 'application/scim+json';
const schema = 'urn:ietf:params:scim:api:messages:2.0:Error';

interface Tenant {
  tenantId: string;
  organisationId: number;
}

/** A surface as unlike those of the product as one may be: programs with a tenant's token, CORS, media type and errors of its own. */
const scimSurface = (tenant: Tenant): Surface => ({
  name: 'scim',
  prefixes: ['/scim', '/frontegg/scim'],
  mounts: ['/scim/v2', '/frontegg/scim/v2'],
  readBody: bodyReader([type]),
  jsonTypes: [type],
  async authenticate(request) {
    return bearerOf(request.headers.authorization) === scimToken ? { credential: 'tenantToken', tenant } : nobody;
  },
  origins: { own: new Set(), cors: new Set([scimOrigin]), originless: 'json' },
  cors: { origin: [scimOrigin], methods: ['GET', 'POST'], allowedHeaders: ['Authorization', 'Content-Type'] },
  guard(route, { authenticated }) {
    if (judge(route, authenticated) !== 'granted')
      throw failExactly(401, { schemas: [schema], status: '401', detail: 'Token is not valid.' });
    return { go: 'on' };
  },
  error(error, request, response) {
    const failure = noteFailure(error, request, response);
    const status = failure?.status ?? 500;
    response.type(type).send(
      JSON.stringify(
        failure?.options.exact ?? {
          schemas: [schema],
          status: String(status),
          detail: failure?.code ?? 'unexpected',
        },
      ),
    );
  },
  describe: null,
});

const routes: Route[] = [
  defineCall({
    surface: 'scim',
    method: 'post',
    path: '/Users',
    access: 'tenant',
    summary: 'Makes a user.',
    body: z.strictObject({ userName: z.string().min(1) }),
    handle: ({ body }, { tenant }) =>
      reply.json({ id: '1', userName: body.userName, tenant: tenant.tenantId }, 201, {
        type,
        headers: { Location: '/scim/v2/Users/1' },
        cookies: [{ name: 'seen', value: 'yes', options: { path: '/scim', httpOnly: true } }],
      }),
  }),
  defineCall({
    surface: 'scim',
    method: 'post',
    path: '/Devices',
    access: 'tenant',
    summary: 'Makes a device, as a use case of the product does.',
    body: newDevice,
    handle: async ({ body }, { acting }) => reply.json({ id: await createDevice(acting, body) }, 201, { type }),
  }),
  defineCall({
    surface: 'scim',
    method: 'get',
    path: '/Bulk',
    access: 'tenant',
    summary: 'Bytes.',
    handle: () => reply.bytes('application/octet-stream', bytes(), 'users.bin'),
  }),
];

async function* bytes() {
  yield new Uint8Array([1, 2]);
  yield new Uint8Array([3]);
}

/** The application with this surface beside its own. */
export function appWithScim({ resources }: TestApp, tenant: Tenant) {
  return createApp({
    resources,
    secret: 'a secret of the tests, long enough for anybody',
    distDir: 'none',
    redis: undefined,
    isReady: async () => true,
    more: { surfaces: [scimSurface(tenant)], routes },
  });
}
