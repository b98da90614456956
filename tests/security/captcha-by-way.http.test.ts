import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOutbound } from '../../server/platform/outbound/outbound';
import { captchaProvider, type CaptchaProvider } from '../support/counterparts/captcha-provider';
import { publishedClient, refusal } from '../support/counterparts/published-client';
import { mailsTo } from '../support/mails';
import { otherApp } from '../support/other-app';
import { newOrganisation, password } from '../support/people';
import { reachable, sentTo, type Reachable } from '../support/phones';
import { testApp, type TestApp } from '../support/test-app';
import { ask, type WayIn } from '../support/ways-in';

let app: TestApp;
let provider: CaptchaProvider;
let client: Awaited<ReturnType<typeof publishedClient>>;
let texts: typeof client;
let someone: Reachable;

/** The installation with a provider. */
function checked(authStrategy: 'EmailAndPassword' | 'SmsCode') {
  const captcha = {
    siteKey: 'a-site-key',
    secret: 'a secret of the tests',
    verifyUrl: provider.verifyUrl,
    scriptUrl: provider.scriptUrl,
    minScore: undefined,
  };
  const resources = { ...app.resources, outbound: createOutbound({ allow: [provider.host] }) };
  return publishedClient(
    otherApp({ ...app, resources }, { config: { captcha, identity: { ...resources.config.identity, authStrategy } } }),
  );
}

beforeAll(async () => {
  app = await testApp();
  provider = await captchaProvider();
  [client, texts] = [await checked('EmailAndPassword'), await checked('SmsCode')];
});
afterAll(() => Promise.all([client.close(), texts.close(), provider.close()]));
beforeEach(async () => {
  someone = await reachable(app, { organisationId: await newOrganisation(app) });
});

const sessions = () =>
  app.db.selectFrom('identity.session').select('id').where('user_id', '=', someone.userId).execute();
/** What a step has brought about: mails, texts and sessions. */
async function doings(): Promise<number[]> {
  const mails = await mailsTo(app, someone.login);
  return [mails, await sentTo(app, someone.phone), await sessions()].map((done) => done.length);
}

type First = ((recaptchaToken?: string) => Promise<unknown>) | { doesNotApply: string };
const not = (because: string) => ({ doesNotApply: because });

/** The first step of each way, at which the captcha stands. */
const firstSteps: Record<WayIn, First> = {
  password: (recaptchaToken) =>
    client.browser().run((api) => api.auth.login({ email: someone.login, password, recaptchaToken } as never)),
  link: (recaptchaToken) => ask(client.browser(), 'magiclink', { ...someone, recaptchaToken }),
  code: (recaptchaToken) => ask(client.browser(), 'code', { ...someone, recaptchaToken }),
  text: (recaptchaToken) => ask(texts.browser(), 'SmsCode', { ...someone, recaptchaToken }),
  passkey: not('a device signs a challenge of this site: nothing can be guessed'),
  refresh: not('the sign-in before it has passed'),
  invitation: not('the token of the mail cannot be guessed'),
  activation: not('the token of the mail cannot be guessed'),
};
const cases = Object.entries(firstSteps).flatMap(([way, first]) =>
  typeof first === 'function' ? [[`by ${way}`, first] as const] : [],
);

describe('a captcha that is not passed', () => {
  it.each(cases)('%s', async (_by, first) => {
    provider.answer = { success: false };
    for (const token of [undefined, 'a wrong token'])
      expect(await refusal(first(token))).toMatchObject({ statusCode: 422 });
    expect(await doings()).toEqual([0, 0, 0]);
    provider.answer = { success: true };
    await first('a right token');
    expect((await doings()).filter((count) => count > 0)).toEqual([1]);
  });
});
