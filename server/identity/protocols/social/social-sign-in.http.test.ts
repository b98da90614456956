import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browser, newOrganisation, newPerson } from '../../../../tests/support/people';
import {
  comeBack,
  link,
  nextPerson,
  pressButton,
  providerIds,
  signedInWithPassword,
  signInBy,
  socialPeers,
  whoIs,
  type SocialPeers,
} from '../../../../tests/support/social-peers';

let peers: SocialPeers;
beforeAll(async () => {
  peers = await socialPeers();
});
afterAll(() => peers.close());

const accounts = async (email: string) =>
  (await peers.app.db.selectFrom('identity.user').select('id').where('email', '=', email).execute()).length;

describe.each(providerIds)('signing in by %s', (id) => {
  it('opens an account and a tenant for somebody new, and knows them again whatever their address has become', async () => {
    const person = nextPerson();
    const first = await signInBy(peers, id, person);
    expect([first.arrival.status, first.arrival.headers.location]).toEqual([303, '/home']);
    const { body } = await first.at.get('/rest/v1/user');
    expect(body).toMatchObject({ name: 'Kim Novak', emailAddress: person.email, ssoUser: false });
    const again = await signInBy(peers, id, { ...person, email: nextPerson().email, name: 'Kim Other' });
    expect([await whoIs(again.at), await accounts(person.email ?? '')]).toEqual([await whoIs(first.at), 1]);
  });

  it('opens the account that has linked it', async () => {
    const person = nextPerson();
    const { at, userId } = await signedInWithPassword(peers);
    expect((await link(peers, at, { id, person })).headers.location).toBe('/account/linked-services?done=linked');
    expect(await whoIs((await signInBy(peers, id, person)).at)).toBe(userId);
  });

  it('changes nothing where somebody says no there', async () => {
    const at = browser(peers.app);
    const address = await pressButton(at, id);
    const arrival = await comeBack(peers, at, peers.there.refuse(address));
    expect([arrival.status, arrival.text.includes('Nothing has changed'), (await peers.faults()).at(-1)]).toEqual([
      403,
      true,
      'denied',
    ]);
  });

  const nobodys = id === 'facebook' ? [] : [['is not verified', 'unverifiedEmail', { verified: false }] as const];
  it.each([['is missing', 'noEmail', { email: undefined }] as const, ...nobodys])(
    'is refused to somebody new whose address %s',
    async (_what, fault, wish) => {
      const person = nextPerson();
      const { arrival, at } = await signInBy(peers, id, { ...person, ...wish });
      expect([
        arrival.status,
        (await peers.faults()).at(-1),
        await whoIs(at),
        await accounts(person.email ?? ''),
      ]).toEqual([422, fault, null, 0]);
    },
  );

  it('opens no account by an equal address, and says how to link it', async () => {
    const member = await newPerson(peers.app, { organisationId: await newOrganisation(peers.app) });
    const { arrival, at } = await signInBy(peers, id, nextPerson({ email: member.login.toUpperCase() }));
    expect([
      arrival.status,
      arrival.text.includes('in your account, under “Other services”'),
      (await peers.faults()).at(-1),
      await whoIs(at),
    ]).toEqual([409, true, 'accountExists', null]);
    // Whoever has not proved the address there is told nothing of it.
    if (id === 'facebook') return;
    const unproven = await signInBy(peers, id, nextPerson({ email: member.login, verified: false }));
    expect([unproven.arrival.status, (await peers.faults()).at(-1)]).toEqual([422, 'unverifiedEmail']);
  });
});
