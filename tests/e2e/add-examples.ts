import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBench } from '../../scripts/bench/kitchens';
import { makePasswordLink } from '../../server/identity';
import { addInvitation, newToken } from '../../server/identity/core/invitations/invitation.store';
import { inviteHash } from '../../server/identity/core/invitations/invite.service';
import { replaceInviteLink } from '../../server/identity/core/invitations/invite.store';
import { insertMembership } from '../../server/identity/core/memberships/membership.store';
import { builtInRoles, permissions } from '../../server/permission-matrix';
import { addressOf } from '../../server/platform/http/surface';
import { declaredRoutes } from '../support/declared-routes';
import { addressIn, fullOrganisation } from '../support/full-organisation';
import { newOrganisation, newPerson } from '../support/people';
import { crowdedAccount } from './crowded-examples';
import { examplesFile, needsExample, type BrowserExamples } from './examples';
import { password } from './password';

/** Puts an organisation with the examples of all features into a data folder whose server is down: `node scripts/run-source.mjs tests/e2e/add-examples.ts FOLDER`. */
const [folder = ''] = process.argv.slice(2);
const bench = await openBench({ DATA_DIR: folder });
const full = await fullOrganisation(bench, { mark: 'Example' });
const { login } = await newPerson(bench, { organisationId: full.organisationId, permissions, password });
const inGermany = { timeZone: 'Europe/Berlin', currencyCode: 'EUR', countryCode: 'DE', unitId: 12 };
const administers = builtInRoles.find((role) => role.key === 'administrator')?.permissions ?? [];
const empty = await newOrganisation(bench, { name: 'Newcomer', ...inGermany });
const { login: newcomer, userId } = await newPerson(bench, {
  organisationId: empty,
  permissions: administers,
  password,
});
const { login: founder } = await newPerson(bench, {
  organisationId: await newOrganisation(bench, { name: 'Founder', ...inGermany }),
  permissions: administers,
  password,
});
const { login: forced } = await newPerson(bench, { organisationId: empty, passwordResetRequired: true, password });
const breached = {
  password: 'leavemealone',
  ...(await newPerson(bench, { organisationId: empty, password: 'leavemealone' })),
};
const links = await bench.db.transaction().execute(async (trx) => {
  const mailed = { userId, publicUrl: '', now: new Date() };
  const [activation, reset] = [
    await makePasswordLink(trx, { ...mailed, purpose: 'ACTIVATION' }),
    await makePasswordLink(trx, { ...mailed, purpose: 'RESET' }),
  ];
  const [token, expiresAt] = [newToken(), new Date(mailed.now.getTime() + 86_400_000)];
  await replaceInviteLink(trx, {
    tenantNumber: empty,
    userId,
    tokenHash: inviteHash(token),
    sealedToken: Buffer.alloc(0),
    shouldSendEmail: false,
    expiresAt,
  });
  const further = { tenantNumber: full.organisationId, userId };
  await insertMembership(trx, further);
  await addInvitation(trx, { ...further, email: newcomer, token, now: mailed.now });
  const { uuid } = await trx
    .selectFrom('identity.user')
    .select('uuid')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    activation: activation.link,
    reset: reset.link,
    signUp: `/account/sign-up?invitationToken=${token}`,
    join: `/account/invitation/join?invitationToken=${token}`,
    invitation: `/account/invitation/accept?token=${token}&userId=${uuid}`,
  };
});
const factors = {
  key: await withFactors(['key']),
  all: await withFactors(['key', 'others']),
  none: await withFactors([]),
};
const once = { invitation: await several(invitation), enrolment: await several(() => withFactors([])) };
const crowded = await crowdedAccount(bench, full.organisationId);
const pages = declaredRoutes(bench).filter(
  (route) => route.kind === 'page' && route.method === 'get' && needsExample(route),
);
const examples: BrowserExamples = {
  login,
  newcomer,
  founder,
  forced,
  breached,
  factors,
  crowded,
  links,
  once,
  addresses: Object.fromEntries(pages.map((route) => [addressOf(route), addressIn(full, route)])),
};
writeFileSync(join(folder, examplesFile), JSON.stringify(examples));
await bench.close();
// The queue's timers ask the closed database once more when they fall due.
process.exit(0);

/** As many as a worker takes pictures of: in four languages, two widths each. */
async function several(make: () => Promise<string>): Promise<string[]> {
  const made: string[] = [];
  for (let count = 0; count < 10; count += 1) made.push(await make());
  return made;
}

/** A link by which somebody joins a further organisation. */
async function invitation(): Promise<string> {
  const { login: email, userId: invited } = await newPerson(bench, { organisationId: empty, password });
  const token = newToken();
  const further = { tenantNumber: full.organisationId, userId: invited };
  const { uuid } = await bench.db.transaction().execute(async (trx) => {
    await insertMembership(trx, further);
    await addInvitation(trx, { ...further, email, token, now: new Date() });
    return trx.selectFrom('identity.user').select('uuid').where('id', '=', invited).executeTakeFirstOrThrow();
  });
  return `/account/invitation/accept?token=${token}&userId=${uuid}`;
}

/** Somebody in an organisation of their own that asks for a second factor. @returns their login */
async function withFactors(kinds: readonly ('key' | 'others')[]): Promise<string> {
  const { db, clock } = bench;
  const organisationId = await newOrganisation(bench, {
    timeZone: 'Europe/Berlin',
    currencyCode: 'EUR',
    countryCode: 'DE',
    unitId: 12,
  });
  const { login: name, userId: user_id } = await newPerson(bench, { organisationId, password });
  const at = { user_id, created_at: clock.now() };
  await db
    .insertInto('identity.mfa_policy')
    .values({ tenant_number: organisationId, enforce: 'Force', created_at: clock.now(), updated_at: clock.now() })
    .execute();
  if (kinds.includes('key'))
    await db
      .insertInto('identity.webauthn_factor')
      .values({
        ...at,
        credential_id: Buffer.from(randomUUID()),
        public_key: Buffer.alloc(77),
        counter: 0,
        device_type: 'CrossPlatform',
        name: '',
      })
      .execute();
  if (kinds.includes('others')) {
    await db
      .insertInto('identity.authenticator')
      .values({ ...at, sealed_secret: Buffer.alloc(0), confirmed_at: clock.now() })
      .execute();
    await db
      .insertInto('identity.phone_factor')
      .values({ ...at, phone: '+12125550123' })
      .execute();
    await db.insertInto('identity.second_factor').values({ user_id, email_since: clock.now() }).execute();
  }
  return name;
}
