import { createHash } from 'node:crypto';
import supertest from 'supertest';
import { findSsoConfig, insertSsoConfig, insertSsoDomain } from '../../server/identity/ways-in/sso/sso.store';
import { nextAddress, unique } from './people';
import { served } from './served';
import type { TestApp } from './test-app';

export const scimType = 'application/scim+json';

/** A customer's directory, with what its calls answer. */
export interface TestDirectory {
  id: string;
  number: number;
  secret: string;
  send(
    method: 'get' | 'post' | 'put' | 'patch' | 'delete',
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Answer>;
}

interface Answer {
  status: number;
  type: string;
  headers: Record<string, string>;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- because each answer has a form of its own
  body: any;
}

/** One that is let in to an organization, as an administrator would do it. */
export async function newDirectory(app: TestApp, organisationId: number): Promise<TestDirectory> {
  const secret = `tare_scim_${unique('secret').replace(/\s/g, '-').padEnd(43, 'x')}`;
  const { id, number } = await app.db
    .insertInto('identity.scim_connection')
    .values({ tenant_number: organisationId, name: unique('Directory'), source: 'okta', created_at: app.clock.now() })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto('identity.scim_secret')
    .values({
      connection_number: number,
      secret_hash: createHash('sha256').update(secret).digest(),
      created_at: app.clock.now(),
    })
    .execute();
  return { id, number, secret, send: sender(app, { id, secret }) };
}

/** Calls of a directory from an address of its own. */
export function sender(app: TestApp, { id, secret }: Pick<TestDirectory, 'id' | 'secret'>): TestDirectory['send'] {
  const ip = nextAddress();
  return async (method, path, body, headers = {}) => {
    const request = supertest(served(app.app))
      [method](`/scim/v2/${id}${path}`)
      .set({ Authorization: `Bearer ${secret}`, 'X-Forwarded-For': ip, ...headers });
    if (body && headers['Content-Type'] === undefined) void request.set('Content-Type', scimType);
    const answer = await (body ? request.send(JSON.stringify(body)) : request);
    return {
      status: answer.status,
      type: answer.type,
      headers: answer.headers as Record<string, string>,
      body: answer.text ? (JSON.parse(answer.text) as unknown) : null,
    };
  };
}

/** The organization has proved that a domain is its own. Its provider is off. */
export async function proves(
  app: TestApp,
  { organisationId, domain }: { organisationId: number; domain: string },
): Promise<void> {
  const now = app.clock.now();
  await app.db.transaction().execute(async (trx) => {
    const id = await insertSsoConfig(trx, {
      type: 'saml',
      enabled: false,
      ssoEndpoint: '',
      ssoBinding: 'redirect',
      idpEntityId: '',
      publicCertificate: '',
      signRequest: false,
      sloEndpoint: '',
      sloAnswerEndpoint: '',
      oidcClientId: '',
      sealedSecret: null,
      now,
      tenantNumber: organisationId,
      verification: domain,
    });
    const config = (await findSsoConfig(trx, { tenantNumber: organisationId, id }))!;
    await insertSsoDomain(trx, config, { domain, now });
    await trx.updateTable('identity.sso_domain').set({ validated_at: now }).where('domain', '=', domain).execute();
  });
}
