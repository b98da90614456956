import { createHash, randomBytes } from 'node:crypto';
import type { openBench } from '../../scripts/bench/kitchens';
import { newClient, type TestClient } from '../support/oauth';
import { newPerson } from '../support/people';
import { password } from './password';

type Bench = Awaited<ReturnType<typeof openBench>>;

/** Names as nobody thinks of them who draws a page: a word without an end, a sentence, nothing but one sign, and the other direction. */
const names = [
  'Sicherheitsschlüsselbundverwaltungsbeauftragtenersatzgerät'.repeat(3).slice(0, 200),
  'The blue key that hangs on the hook beside the walk-in freezer in the second kitchen, behind the door',
  'K',
  'مفتاح الأمان الأزرق في المطبخ الثاني',
];
const nameOf = (at: number) => names[at % names.length] ?? '';

/** The longest that is kept of what a browser says of itself. */
const userAgents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
  'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  'Kitchendisplaysystemwithaverylongname'.repeat(9).slice(0, 300),
  '',
  'Mozilla/5.0 (Linux; Android 15; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Safari/537.36',
];
const userAgentOf = (at: number) => userAgents[at % userAgents.length] ?? '';

const day = 86_400_000;
const many = <Row>(count: number, row: (at: number) => Row): Row[] => Array.from({ length: count }, (_, at) => row(at));

/** Somebody with as much of everything as an account holds, and long names for all of it. `browserToken` spares a browser the second proof. */
export async function crowdedAccount(
  { db, clock, ...bench }: Bench,
  organisationId: number,
): Promise<{ login: string; browserToken: string; app: { id: string; redirectUri: string } }> {
  const { login, userId: user_id } = await newPerson({ db, clock, ...bench }, { organisationId, password });
  await db
    .updateTable('identity.user')
    .set({
      full_name:
        'Maximiliana Anastasia von und zu Hohenlohe-Schillingsfürst-Oberküchenmeister, Leiterin der Zentralküche am Flughafen und aller Außenstellen',
    })
    .where('id', '=', user_id)
    .execute();
  const now = clock.now();
  const ago = (days: number) => new Date(now.getTime() - days * day);
  const credential = (at: number) => ({
    user_id,
    credential_id: randomBytes(32),
    public_key: Buffer.alloc(77),
    counter: 0,
    device_type: at % 2 === 0 ? 'CrossPlatform' : 'Platform',
    name: nameOf(at),
    created_at: ago(at),
    last_used_at: at % 3 === 0 ? null : now,
  });
  await db.insertInto('identity.passkey').values(many(20, credential)).execute();
  await db.insertInto('identity.webauthn_factor').values(many(20, credential)).execute();
  await db
    .insertInto('identity.authenticator')
    .values(many(3, () => ({ user_id, sealed_secret: Buffer.alloc(0), created_at: now, confirmed_at: now })))
    .execute();
  await db
    .insertInto('identity.phone_factor')
    .values(many(3, (at) => ({ user_id, phone: `+49151234567890${at}`, created_at: now })))
    .execute();
  await db.insertInto('identity.second_factor').values({ user_id, email_since: now }).execute();
  await db
    .insertInto('identity.phone_number')
    .values(
      many(10, (at) => ({
        user_id,
        phone: `+49151234567${100 + at}`,
        created_at: ago(at),
        updated_at: ago(at),
        verified_at: at % 2 === 0 ? ago(at) : null,
      })),
    )
    .execute();
  await db
    .insertInto('identity.social_identity')
    .values(
      many(12, (at) => ({
        user_id,
        provider: at % 2 === 0 ? 'google' : `club-${at}`,
        issuer: 'https://id.example',
        subject: String(at) + login,
        shown_as:
          at % 3 === 0
            ? nameOf(at).slice(0, 254)
            : `maximiliana.anastasia.${at}@${'zentralkueche-'.repeat(10)}flughafen.example`,
        created_at: ago(at),
        last_used_at: at % 3 === 0 ? null : now,
      })),
    )
    .execute();
  // Signing in leaves nobody more than ten sessions.
  const { tenant_number } = await db
    .selectFrom('identity.membership')
    .select('tenant_number')
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow();
  const session = {
    user_id,
    tenant_number,
    authenticated_at: now,
    last_used_at: now,
    expires_at: ago(-90),
    idle_seconds: 30 * 86_400,
  };
  const [{ id: session_id }] = (await db
    .insertInto('identity.session')
    .values(
      many(9, (at) => ({
        ...session,
        created_at: ago(at + 1),
        ip: at % 2 === 0 ? '203.0.113.200' : '2001:db8:85a3:1319:8a2e:370:7344:1234',
        user_agent: userAgentOf(at),
      })),
    )
    .returning('id')
    .execute()) as [{ id: string }];
  await db
    .insertInto('identity.api_token')
    .values(
      many(12, (at) => ({
        kind: 'API',
        tenant_number,
        user_id,
        made_by: user_id,
        description: nameOf(at),
        secret_hash: randomBytes(32),
        created_at: ago(at),
      })),
    )
    .execute();
  const { id: tenant_id } = await db
    .selectFrom('identity.tenant')
    .select('id')
    .where('number', '=', tenant_number)
    .executeTakeFirstOrThrow();
  const scopes = ['openid', 'email', 'profile', 'waste:read', 'waste:write'];
  const apps = await Promise.all(
    many(4, (at) =>
      newClient(
        { db, clock, ...bench },
        {
          name: nameOf(at),
          scopes: ['waste:read', 'waste:write'],
          redirectUris: [`https://${'kitchen-dashboard-'.repeat(3)}north.example/callback`],
        },
      ),
    ),
  );
  await db
    .insertInto('identity.oauth_consent')
    .values(
      apps.map(({ id: client_id }, at) => ({
        user_id,
        client_id,
        tenant_id,
        scopes: at === 2 ? ['openid'] : scopes,
        created_at: ago(at),
        changed_at: ago(at),
      })),
    )
    .execute();
  const [app, used] = apps as [TestClient, TestClient];
  await db
    .insertInto('identity.oauth_grant')
    .values({ client_id: used.id, session_id, tenant_id, scope: scopes.join(' '), created_at: ago(1) })
    .execute();
  const browserToken = randomBytes(32).toString('base64url');
  const spared = { user_id, expires_at: ago(-13) };
  await db
    .insertInto('identity.remembered_device')
    .values([
      {
        ...spared,
        token_hash: createHash('sha256').update(browserToken).digest(),
        created_at: now,
        user_agent: userAgentOf(0),
      },
      ...many(199, (at) => ({
        ...spared,
        token_hash: randomBytes(32),
        created_at: ago(at / 20),
        user_agent: userAgentOf(at),
        last_used_at: at % 2 === 0 ? null : now,
      })),
    ])
    .execute();
  return { login, browserToken, app };
}
