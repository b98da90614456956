import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailsTo } from '../../../../tests/support/mails';
import { browser, password, tokenOf } from '../../../../tests/support/people';
import {
  addressOf,
  beginLink,
  comeBack,
  link,
  nextPerson,
  pressButton,
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

const path = '/account/linked-services';
type Browser = ReturnType<typeof browser>;

const links = async (userId: number) =>
  await peers.app.db
    .selectFrom('identity.social_identity')
    .select(['id', 'provider', 'subject'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
const audited = async (userId: number) =>
  (
    await peers.app.db
      .selectFrom('audit_log')
      .select('action')
      .where('action', 'like', 'social.%')
      .where('entity_id', '=', String(userId))
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);

async function remove(at: Browser, id: string) {
  const page = await at.get(path);
  return at
    .post(`${path}/${id}/remove`)
    .type('form')
    .send({ _csrf: tokenOf(page.text) });
}

describe('a service', () => {
  it('is linked by both proofs, shown, told by mail, and unlinked', async () => {
    const { at, userId, login } = await signedInWithPassword(peers);
    const person = nextPerson();
    expect((await at.get(path)).text).toContain('No linked services yet.');
    expect((await link(peers, at, { id: 'github', person })).headers.location).toBe(`${path}?done=linked`);
    const page = await at.get(path);
    expect([page.text.includes(person.email ?? ''), page.text.includes('Not used yet')]).toEqual([true, true]);
    const [one] = await links(userId);
    expect((await remove(at, one?.id ?? '')).headers.location).toBe(`${path}?done=unlinked`);
    expect([await links(userId), await audited(userId)]).toEqual([[], ['social.link', 'social.unlink']]);
    const mails = await mailsTo(peers.app, login);
    expect([
      mails.filter((text) => text.includes('was linked to GitHub')).length,
      mails.filter((text) => text.includes('was unlinked from your account')).length,
    ]).toEqual([1, 1]);
    expect((await signInBy(peers, 'github', { ...person, email: undefined })).arrival.status).toBe(422);
  });

  it('is not linked by whoever has not just proved to be themselves', async () => {
    const { at, userId } = await signedInWithPassword(peers);
    await link(peers, at, { id: 'google', person: nextPerson() });
    const [one] = await links(userId);
    const before = peers.clock.now().getTime();
    peers.clock.set(new Date(before + 301_000));
    const confirm = `/account/confirm?to=${encodeURIComponent(path)}`;
    expect([
      (await beginLink(at, 'slack')).headers.location,
      (await remove(at, one?.id ?? '')).headers.location,
    ]).toEqual([confirm, confirm]);
    peers.clock.set(new Date(before));
    expect((await links(userId)).length).toBe(1);
    expect((await remove(at, one?.id ?? '')).headers.location).toBe(`${path}?done=unlinked`);
  });

  it('that vouches for somebody, as it does for a session of its own, proves nothing anew', async () => {
    const { at, userId } = await signedInWithPassword(peers);
    const person = nextPerson();
    await link(peers, at, { id: 'google', person });
    const again = (await signInBy(peers, 'google', person)).at;
    const confirm = `/account/confirm?to=${encodeURIComponent(path)}`;
    const makeToken = async () =>
      (
        await again
          .post('/identity/resources/users/api-tokens/v1')
          .send({ description: 'Export', expiresInMinutes: null })
      ).status;
    expect([await whoIs(again), (await beginLink(again, 'slack')).headers.location, await makeToken()]).toEqual([
      userId,
      confirm,
      403,
    ]);
    const asked = await again.get(confirm);
    expect(
      (
        await again
          .post('/account/confirm')
          .type('form')
          .send({ _csrf: tokenOf(asked.text), to: path, password })
      ).headers.location,
    ).toBe(path);
    expect([(await beginLink(again, 'slack')).status, await makeToken()]).toEqual([200, 201]);
  });

  it('is linked in the session that asked alone', async () => {
    const [asks, other] = [await signedInWithPassword(peers), await signedInWithPassword(peers)];
    const answer = peers.there.agree(addressOf(await beginLink(asks.at, 'google')), nextPerson());
    expect((await comeBack(peers, other.at, answer)).status).toBe(401);
    // The same browser, in which somebody else signs in meanwhile.
    const page = await asks.at.get('/home');
    await asks.at
      .post('/logout')
      .type('form')
      .send({ _csrf: tokenOf(page.text) });
    expect([
      (await comeBack(peers, asks.at, answer)).status,
      await links(asks.userId),
      await links(other.userId),
    ]).toEqual([401, [], []]);
  });

  it('is linked to one account', async () => {
    const [first, second] = [await signedInWithPassword(peers), await signedInWithPassword(peers)];
    const person = nextPerson();
    await link(peers, first.at, { id: 'google', person });
    const again = await link(peers, first.at, { id: 'google', person });
    const taken = await link(peers, second.at, { id: 'google', person });
    expect([
      again.status,
      again.text.includes('account is already linked to yours'),
      taken.status,
      taken.text.includes('account is already linked to another Tare user'),
      await links(second.userId),
    ]).toEqual([409, true, 409, true, []]);
    expect(await whoIs((await signInBy(peers, 'google', person)).at)).toBe(first.userId);
  });

  it('is unlinked by nobody else', async () => {
    const [owner, other] = [await signedInWithPassword(peers), await signedInWithPassword(peers)];
    await link(peers, owner.at, { id: 'google', person: nextPerson() });
    const [one] = await links(owner.userId);
    expect([(await remove(other.at, one?.id ?? '')).status, (await links(owner.userId)).length]).toEqual([404, 1]);
  });

  it('stays where it is the last way in', async () => {
    const { at, userId } = await signedInWithPassword(peers);
    const person = nextPerson();
    await link(peers, at, { id: 'google', person });
    const alone = peers.appWith({ authStrategy: 'NoLocalAuthentication' });
    const there = browser(alone);
    const answer = peers.there.agree(await pressButton(there, 'google'), person);
    await comeBack({ app: alone }, there, answer);
    const [one] = await links(userId);
    const asked = await there.get(`/account/confirm?to=${encodeURIComponent(path)}`);
    await there
      .post('/account/confirm')
      .type('form')
      .send({ _csrf: tokenOf(asked.text), to: path, password });
    const refused = await remove(there, one?.id ?? '');
    expect([
      refused.status,
      refused.text.includes('This is your only sign-in method'),
      (await links(userId)).length,
    ]).toEqual([422, true, 1]);
    await link(peers, at, { id: 'slack', person: nextPerson() });
    expect((await remove(there, one?.id ?? '')).headers.location).toBe(`${path}?done=unlinked`);
  });

  it('is linked to no account that its organization signs in', async () => {
    const { at, userId } = await signedInWithPassword(peers);
    await peers.app.db.updateTable('identity.user').set({ sso_user: true }).where('id', '=', userId).execute();
    expect((await at.get(path)).text).toContain('You sign in through your organization');
    const begun = await beginLink(at, 'google');
    expect([begun.headers.refresh, await links(userId)]).toEqual([undefined, []]);
  });
});
