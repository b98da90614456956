import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import { newOrganisation, newPerson, type Person } from '../../../../tests/support/people';
import { enrolAuthenticator, sentCode } from '../../../../tests/support/second-factor';
import { testApp, testNow } from '../../../../tests/support/test-app';
import { findVerifiedPhone } from '../../core/phone-numbers/phone-number.store';

let app: ClockedApp;
let client: Awaited<ReturnType<typeof publishedClient>>;

beforeAll(async () => {
  app = withOwnClock(await testApp());
  client = await publishedClient(app);
});
afterAll(() => client.close());

const after = (seconds: number) => app.clock.set(new Date(Date.parse(testNow) + seconds * 1000));
let numbers = 0;
const nextPhone = () => `+1415555${String(1000 + (numbers += 1))}`;

async function person(): Promise<{ someone: Person; at: ClientBrowser }> {
  app.clock.set(testNow);
  const someone = await newPerson(app, { organisationId: await newOrganisation(app) });
  const at = client.browser();
  await at.signIn(someone);
  return { someone, at };
}

const list = async (at: ClientBrowser) =>
  (await at.run((api) => api.userPhoneNumbers.getUserPhoneNumbers({ _limit: 10, _offset: 0 }))) as unknown as {
    items: { id: string; phoneNumber: string; verified: boolean }[];
    _metadata: { totalItems: number };
  };
const begin = async (at: ClientBrowser, phoneNumber: string) =>
  (await at.run((api) => api.userPhoneNumbers.createPhoneNumber({ phoneNumber, verify: true }))).otcToken ?? '';
const verify = (at: ClientBrowser, otcToken: string, code: string) =>
  at.run((api) => api.userPhoneNumbers.verifyPhoneNumber({ otcToken, code }));
const verified = (someone: Person) => findVerifiedPhone(app.db, someone.userId);
const wrong = (code: string) => (code === '000000' ? '111111' : '000000');

async function withNumber() {
  const known = await person();
  const phone = nextPhone();
  await verify(known.at, await begin(known.at, phone), await sentCode(app, phone));
  const [{ id = '' } = {}] = (await list(known.at)).items;
  // The next code is the newer one.
  after(1);
  return { ...known, phone, id };
}

describe('a number', () => {
  it('counts once its code came back, and the person is told', async () => {
    const { someone, at } = await person();
    const phone = nextPhone();
    const otcToken = await begin(at, phone);
    expect((await list(at)).items).toEqual([expect.objectContaining({ phoneNumber: phone, verified: false })]);
    expect(await verified(someone)).toBeNull();
    await verify(at, otcToken, await sentCode(app, phone));
    expect((await list(at)).items).toEqual([expect.objectContaining({ phoneNumber: phone, verified: true })]);
    expect(await verified(someone)).toBe(phone);
    expect(await at.run((api) => api.auth.getMeV2())).toMatchObject({ phoneNumber: phone });
    const mails = await app.db.selectFrom('outbox').select('payload').where('target', '=', someone.login).execute();
    expect(JSON.stringify(mails)).toContain(phone.slice(-3));
    expect(JSON.stringify(mails)).not.toContain(phone);
    const audited = await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('user_id', '=', someone.userId)
      .where('action', 'like', 'phoneNumber.%')
      .orderBy('id')
      .execute();
    expect(audited.map(({ action }) => action)).toEqual(['phoneNumber.add', 'phoneNumber.verify']);
  });

  it('is noted without a code where none is asked for, and gets one by its own call', async () => {
    const { someone, at } = await person();
    const phone = nextPhone();
    expect(
      await at.run((api) => api.userPhoneNumbers.createPhoneNumber({ phoneNumber: phone, verify: false })),
    ).toEqual({});
    expect(await app.db.selectFrom('outbox').select('id').where('target', '=', phone).execute()).toEqual([]);
    const { otcToken } = await at.run((api) => api.userPhoneNumbers.preVerifyPhoneNumber({ phoneNumber: phone }));
    await verify(at, otcToken, await sentCode(app, phone));
    expect(await verified(someone)).toBe(phone);
  });

  it('is listed by pages, and those of others are on none', async () => {
    const { at } = await person();
    const phones = [nextPhone(), nextPhone()];
    for (const phoneNumber of phones)
      await at.run((api) => api.userPhoneNumbers.createPhoneNumber({ phoneNumber, verify: false }));
    expect((await list(at)).items.map(({ phoneNumber }) => phoneNumber).sort()).toEqual(phones.sort());
    expect(await at.run((api) => api.userPhoneNumbers.getUserPhoneNumbers({ _limit: 1, _offset: 1 }))).toMatchObject({
      items: [{}],
      _metadata: { totalItems: 2, totalPages: 2 },
    });
    expect(await list((await person()).at)).toMatchObject({ items: [], _metadata: { totalItems: 0 } });
  });

  it('is removed by a code, and by no other', async () => {
    const { someone, at, phone, id } = await withNumber();
    const { phoneId, otcToken } = await at.run((api) => api.userPhoneNumbers.deletePhoneNumber(id));
    expect(phoneId).toBe(id);
    const code = await sentCode(app, phone);
    expect(
      await refusal(at.run((api) => api.userPhoneNumbers.verifyDeletePhoneNumber(id, { otcToken, code: wrong(code) }))),
    ).toMatchObject({ statusCode: 400 });
    expect(await verified(someone)).toBe(phone);
    await at.run((api) => api.userPhoneNumbers.verifyDeletePhoneNumber(id, { otcToken, code }));
    expect([(await list(at)).items, await verified(someone)]).toEqual([[], null]);
  });

  it.each([['0123456789'], ['+49'], ['+1 212 555 0123 ext 4'], ['']])('is no %j', async (phoneNumber) => {
    const { at } = await person();
    expect(await refusal(at.run((api) => api.userPhoneNumbers.createPhoneNumber({ phoneNumber })))).toMatchObject({
      statusCode: 400,
    });
  });

  it('is one of ten at most, and none twice', async () => {
    const { at, phone } = await withNumber();
    expect(await refusal(begin(at, phone))).toMatchObject({ statusCode: 409 });
    for (let held = 1; held < 10; held += 1)
      await at.run((api) => api.userPhoneNumbers.createPhoneNumber({ phoneNumber: nextPhone(), verify: false }));
    expect(
      await refusal(
        at.run((api) => api.userPhoneNumbers.createPhoneNumber({ phoneNumber: nextPhone(), verify: false })),
      ),
    ).toMatchObject({ statusCode: 409 });
  });
});

describe('its code', () => {
  it.each([
    [599, 'counts'],
    [601, 'is refused'],
  ])('after %d seconds %s', async (seconds, what) => {
    const { someone, at } = await person();
    const phone = nextPhone();
    const otcToken = await begin(at, phone);
    after(seconds);
    const said = verify(at, otcToken, await sentCode(app, phone));
    if (what === 'counts') await said;
    else expect(await refusal(said)).toMatchObject({ statusCode: 400 });
    expect(await verified(someone)).toBe(what === 'counts' ? phone : null);
  });

  it('is good once, and in the session that asked for it alone', async () => {
    const { someone, at } = await person();
    const elsewhere = client.browser();
    await elsewhere.signIn(someone);
    const phone = nextPhone();
    const otcToken = await begin(at, phone);
    const code = await sentCode(app, phone);
    expect(await refusal(verify(elsewhere, otcToken, code))).toMatchObject({ statusCode: 400 });
    await verify(at, otcToken, code);
    expect(await refusal(verify(at, otcToken, code))).toMatchObject({ statusCode: 400 });
  });

  it('adds nothing where it was sent to remove', async () => {
    const { at, phone, id } = await withNumber();
    const { otcToken } = await at.run((api) => api.userPhoneNumbers.deletePhoneNumber(id));
    expect(await refusal(verify(at, otcToken, await sentCode(app, phone)))).toMatchObject({ statusCode: 400 });
  });

  it('is looked at no more after five wrong ones', async () => {
    const { someone, at } = await person();
    const phone = nextPhone();
    const otcToken = await begin(at, phone);
    const code = await sentCode(app, phone);
    for (let tries = 0; tries < 5; tries += 1)
      expect(await refusal(verify(at, otcToken, wrong(code)))).toMatchObject({ statusCode: 400 });
    expect(await refusal(verify(at, otcToken, code))).toMatchObject({ statusCode: 429 });
    expect(await verified(someone)).toBeNull();
  });

  it('is sent five times in an hour', async () => {
    const { at } = await person();
    const phone = nextPhone();
    for (let sends = 0; sends < 5; sends += 1) await begin(at, phone);
    expect(await refusal(begin(at, phone))).toMatchObject({ statusCode: 429 });
    expect(
      await refusal(at.run((api) => api.userPhoneNumbers.preVerifyPhoneNumber({ phoneNumber: phone }))),
    ).toMatchObject({ statusCode: 429 });
  });
});

describe('a browser that was left open', () => {
  // ASVS V7.5.1/2
  it('neither adds nor removes one', async () => {
    const { at, id } = await withNumber();
    after(301);
    expect(await refusal(begin(at, nextPhone()))).toMatchObject({ statusCode: 403 });
    expect(await refusal(at.run((api) => api.userPhoneNumbers.deletePhoneNumber(id)))).toMatchObject({
      statusCode: 403,
    });
  });

  it('needs the second factor where there is one', async () => {
    const { someone, at } = await person();
    await enrolAuthenticator(app, at, someone);
    expect(await refusal(begin(at, nextPhone()))).toMatchObject({ statusCode: 403 });
  });
});

it('of somebody else is not to be found', async () => {
  const { id } = await withNumber();
  const { at } = await person();
  expect(await refusal(at.run((api) => api.userPhoneNumbers.deletePhoneNumber(id)))).toMatchObject({ statusCode: 404 });
  expect(
    await refusal(at.run((api) => api.userPhoneNumbers.verifyDeletePhoneNumber(id, { otcToken: 'x', code: '000000' }))),
  ).toMatchObject({ statusCode: 404 });
});
