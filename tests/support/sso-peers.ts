import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOutbound } from '../../server/platform/outbound/outbound';
import type { Permission } from '../../server/platform/permissions';
import { nameServer, type NameServer } from './counterparts/name-server';
import { publishedClient, type ClientBrowser } from './counterparts/published-client';
import { otherApp, withOwnClock, type ClockedApp } from './other-app';
import { newOrganisation, newPerson, unique } from './people';
import { certificates } from './sso';
import { testApp, testNow, type TestApp } from './test-app';

export const samlFields = {
  enabled: true,
  type: 'saml',
  ssoEndpoint: 'https://idp.example/sso',
  publicCertificate: certificates.rsa,
  signRequest: true,
};

let domains = 0;
/** A domain that no other test claims. */
export const nextDomain = () => `sso-${unique('d').replace(/\W/g, '-').toLowerCase()}-${(domains += 1)}.example`;

export const configs = (at: ClientBrowser) => at.run((api) => api.auth.getSSOConfigurations());

interface Claimed {
  id: string;
  domain: string;
  validated: boolean;
  /** Which the types of the published client leave out. */
  txtRecord: string;
}

export const claim = async (at: ClientBrowser, configId: string, domain: string) =>
  (await at.run((api) => api.auth.createSSODomain(configId, { domain }))) as unknown as Claimed;

/** Answers of an identity provider by their path. */
type Documents = Map<string, { status?: number; body: string }>;

export interface SsoTenant {
  organisationId: number;
  admin: ClientBrowser;
  signedIn(permissions: readonly Permission[]): Promise<ClientBrowser>;
  /** @returns the public id of a role of the tenant's own */
  role(permissions: string[]): Promise<string>;
  /** Actions upon its providers, the oldest first. */
  audited(): Promise<string[]>;
}

export type DomainTenant = SsoTenant & { id: string; name: string; domain: Claimed };

export interface SsoPeers {
  app: TestApp;
  /** The application's, which a test may move. */
  clock: ClockedApp['clock'];
  client: Awaited<ReturnType<typeof publishedClient>>;
  dns: NameServer;
  idpUrl: string;
  documents: Documents;
  tenant(): Promise<SsoTenant>;
  /** A tenant with a provider that is on, and a domain of it. */
  withDomain(): Promise<DomainTenant>;
  withProvenDomain(): Promise<DomainTenant>;
  close(): Promise<void>;
}

/** The application with a name server and a web server of identity providers that are the test's own. @param hosts of further counterparts that it may call */
export async function ssoPeers(hosts: readonly string[] = []): Promise<SsoPeers> {
  const dns = await nameServer();
  const documents: Documents = new Map();
  const idp = createServer((request, response) => {
    const { status = 200, body = '' } = documents.get(request.url ?? '') ?? { status: 404 };
    response.writeHead(status, status === 302 ? { location: '/good' } : {}).end(body);
  });
  await new Promise<void>((listening) => {
    idp.listen(0, '127.0.0.1', listening);
  });
  const host = `127.0.0.1:${(idp.address() as AddressInfo).port}`;
  const clocked = withOwnClock(await testApp());
  clocked.clock.set(testNow);
  const app = otherApp(
    { ...clocked, resources: { ...clocked.resources, outbound: createOutbound({ allow: [host, ...hosts] }) } },
    { config: { dnsServers: [dns.address] } },
  );
  const client = await publishedClient(app);

  async function tenant(): Promise<SsoTenant> {
    const organisationId = await newOrganisation(app);
    const signedIn = async (permissions: readonly Permission[]) => {
      const at = client.browser();
      await at.signIn(await newPerson(app, { organisationId, permissions }));
      return at;
    };
    const admin = await signedIn(['fe.*']);
    return {
      organisationId,
      admin,
      signedIn,
      role: async (permissions) =>
        (
          await admin.run((api) =>
            api.roles.addRole({
              key: unique('r'),
              name: 'Of a provider',
              description: '',
              isDefault: false,
              level: 0,
              permissions,
            }),
          )
        ).id,
      audited: async () =>
        (
          await app.db
            .selectFrom('audit_log')
            .select('action')
            .where('organisation_id', '=', organisationId)
            .where('action', 'like', 'sso.%')
            .orderBy('id')
            .execute()
        ).map(({ action }) => action),
    };
  }

  async function withDomain(): Promise<DomainTenant> {
    const there = await tenant();
    const { id } = await there.admin.run((api) => api.auth.createSSOConfiguration(samlFields));
    const name = nextDomain();
    return { ...there, id, name, domain: await claim(there.admin, id, name) };
  }

  return {
    app,
    clock: clocked.clock,
    client,
    dns,
    idpUrl: `http://${host}`,
    documents,
    tenant,
    withDomain,
    async withProvenDomain() {
      const there = await withDomain();
      dns.records.set(there.name, [[there.domain.txtRecord]]);
      await there.admin.run((api) => api.auth.validateSSODomain(there.id, there.domain.id));
      return there;
    },
    async close() {
      await client.close();
      await dns.close();
      await new Promise<void>((closed) => {
        idp.close(() => closed());
        idp.closeAllConnections();
      });
    },
  };
}
