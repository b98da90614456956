import { inflateRawSync } from 'node:zlib';
import type { Response } from 'supertest';
import { browser, newOrganisation, signedInAs, tokenOf } from './people';
import { posted, samlResponse, usualSaid, type Said } from './saml-idp';
import { signingKeys } from './saml-keys';
import { idpMetadata } from './sso';
import { nextDomain, type SsoPeers } from './sso-peers';

const entityId = 'https://idp.example/entity';
export const metadata = idpMetadata({ entityId, keys: [signingKeys.idp.certificate] });

type Agent = Awaited<ReturnType<typeof signedInAs>>;

/** Sends a form of a page as its browser does. */
export async function sendForm(
  at: Agent,
  page: string,
  { to = page, ...fields }: Record<string, string>,
): Promise<Response> {
  const shown = await at.get(page);
  return at
    .post(to)
    .type('form')
    .send({ _csrf: tokenOf(shown.text), ...fields });
}

export interface Screens {
  organisationId: number;
  /** Somebody with all rights of identity. */
  admin: Agent;
  /** The address of its steps. */
  base: string;
  id: string;
  domain: string;
  prove(): Promise<void>;
  /** Begins a test and answers as the provider does. @returns where the browser is led */
  begin(said?: Partial<Said>): Promise<string>;
  /** The same, and the page with its result. */
  test(said?: Partial<Said>): Promise<Response>;
  /** Everything up to people coming in by the provider alone; the administrator is the one who may otherwise. */
  enforce(): Promise<void>;
  ownerId(userId?: number): Promise<string>;
  audited(): Promise<{ action: string; severity: string; after: Record<string, unknown> | null }[]>;
}

/** A tenant whose administrator has told Tare about a provider, on the screens alone. */
export async function screens(peers: SsoPeers): Promise<Screens> {
  const { app } = peers;
  const organisationId = await newOrganisation(app);
  const admin = await signedInAs(app, { organisationId, permissions: ['fe.*'] });
  const made = await sendForm(admin, '/sso', { type: 'saml' });
  const id = /^\/sso\/([^/]+)\/copy$/.exec(String(made.headers.location))?.[1] ?? '';
  const base = `/sso/${id}`;
  const domain = nextDomain();
  await sendForm(admin, `${base}/provider`, {
    to: `${base}/provider`,
    act: 'hand',
    ssoEndpoint: 'https://idp.example/sso',
    publicCertificate: signingKeys.idp.certificate,
  });
  const here: Screens = {
    organisationId,
    admin,
    base,
    id,
    domain,
    async prove() {
      await sendForm(admin, `${base}/domains`, { act: 'add', domain });
      const { text } = await admin.get(`${base}/domains`);
      peers.dns.records.set(domain, [[/tare-domain-verification=[\w-]+/.exec(text)?.[0] ?? '']]);
      await sendForm(admin, `${base}/domains`, {
        act: 'check',
        domainId: /name="domainId" value="([^"]+)"/.exec(text)?.[1] ?? '',
      });
    },
    async begin(said = {}) {
      const page = await sendForm(admin, `${base}/test`, {});
      const address = new URL(/^2; url=(.+)$/.exec(String(page.headers.refresh))?.[1] ?? '');
      const request = inflateRawSync(Buffer.from(address.searchParams.get('SAMLRequest') ?? '', 'base64')).toString(
        'utf8',
      );
      const { publicUrl } = app.resources.config;
      const acsUrl = `${publicUrl}/auth/saml/callback`;
      const answer = samlResponse({
        ...usualSaid(app.clock.now()),
        entityId,
        acsUrl,
        recipient: acsUrl,
        audience: publicUrl,
        requestId: /\bID="([^"]+)"/.exec(request)?.[1] ?? '',
        nameId: `kim@${domain}`,
        ...said,
      });
      // As the form of the provider's page posts it: from another site, without our cookies.
      const back = await browser(app)
        .post('/auth/saml/callback')
        .set('Origin', 'https://idp.example')
        .set('Sec-Fetch-Site', 'cross-site')
        .type('form')
        .send({ RelayState: address.searchParams.get('RelayState') ?? '', SAMLResponse: posted(answer) });
      return String(back.headers.location);
    },
    test: async (said) => admin.get(await here.begin(said)),
    async enforce() {
      await here.prove();
      await here.test();
      await sendForm(admin, `${base}/switch`, { act: 'on' });
      await sendForm(admin, `${base}/switch`, { act: 'enforce', ownerId: await here.ownerId() });
    },
    ownerId: async (userId = admin.person.userId) =>
      (await app.db.selectFrom('identity.user').select('uuid').where('id', '=', userId).executeTakeFirstOrThrow()).uuid,
    async audited() {
      const rows = await app.db
        .selectFrom('audit_log')
        .select(['action', 'severity', 'after'])
        .where('organisation_id', '=', organisationId)
        .where('action', 'like', 'sso.%')
        .orderBy('id')
        .execute();
      return rows.map(({ after, ...row }) => ({ ...row, after: after as Record<string, unknown> | null }));
    },
  };
  return here;
}

/** Gives somebody an address of the tenant's domain. */
export const moveAddress = async (
  { app }: SsoPeers,
  { userId, domain }: { userId: number; domain: string },
): Promise<void> => {
  await app.db
    .updateTable('identity.user')
    .set({ email: `person-${userId}@${domain}` })
    .where('id', '=', userId)
    .execute();
};
