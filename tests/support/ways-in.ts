import { randomUUID } from 'node:crypto';
import { addMember, addUser } from '../../server/identity';
import { invite } from '../../server/identity/core/invitations/invitation.service';
import type { publishedClient, ClientBrowser, PublishedApi, SignInAnswer } from './counterparts/published-client';
import { mailsTo, newestLink } from './mails';
import { addPasskey, signInByPasskey } from './passkeys';
import { newOrganisation, newPerson, password, type Person } from './people';
import { codeTo, reachable } from './phones';
import type { TestApp } from './test-app';

export type WayIn = 'password' | 'link' | 'code' | 'text' | 'passkey' | 'refresh' | 'invitation' | 'activation';

/** Somebody at the door, who has all that they need: `enter` is the last step. */
export interface AtTheDoor {
  person: Person;
  at: ClientBrowser;
  enter(): Promise<SignInAnswer | undefined>;
}

interface House {
  app: TestApp;
  client: Awaited<ReturnType<typeof publishedClient>>;
  /** Of the same installation, were people to sign in to it by texts. */
  texts: Awaited<ReturnType<typeof publishedClient>>;
  organisationId: number;
}

const linkParts = async (app: TestApp, { login }: Person) => {
  const { searchParams } = await newestLink(app, login);
  return { token: searchParams.get('token') ?? '', userId: searchParams.get('userId') ?? '' };
};

type Sent = 'magiclink' | 'code' | 'SmsCode';

/** Begins a sign-in by what is sent. */
export const ask = (
  at: ClientBrowser,
  type: Sent,
  { login, recaptchaToken }: Pick<Person, 'login'> & { recaptchaToken?: string | undefined },
) => at.run((api) => api.auth.passwordlessPreLogin({ type, email: login, recaptchaToken } as never));
const enterBy = (at: ClientBrowser, type: Sent, token: string) =>
  at.run((api: PublishedApi) =>
    api.auth.passwordlessPostLogin({ type, token } as never),
  ) as unknown as Promise<SignInAnswer>;

/** A member of the organisation at the door, by each of the ways in: the last step alone is left. An invitation leads a member of another one into it. */
export const waysIn: Record<WayIn, (house: House) => Promise<AtTheDoor>> = {
  async password({ app, client, organisationId }) {
    const [person, at] = [await newPerson(app, { organisationId }), client.browser()];
    return { person, at, enter: () => at.signIn(person) };
  },
  async link({ app, client, organisationId }) {
    const [person, at] = [await newPerson(app, { organisationId }), client.browser()];
    await ask(at, 'magiclink', person);
    const { token } = await linkParts(app, person);
    return { person, at, enter: () => enterBy(at, 'magiclink', token) };
  },
  async code({ app, client, organisationId }) {
    const [person, at] = [await newPerson(app, { organisationId }), client.browser()];
    await ask(at, 'code', person);
    const code = /^\d{6}$/m.exec((await mailsTo(app, person.login))[0] ?? '')?.[0] ?? '';
    return { person, at, enter: () => enterBy(at, 'code', code) };
  },
  async text({ app, texts, organisationId }) {
    const [person, at] = [await reachable(app, { organisationId }), texts.browser()];
    await ask(at, 'SmsCode', person);
    const code = await codeTo(app, person.phone);
    return { person, at, enter: () => enterBy(at, 'SmsCode', code) };
  },
  async passkey({ app, client, organisationId }) {
    const [person, at, first] = [await newPerson(app, { organisationId }), client.browser(), client.browser()];
    await first.signIn(person);
    const authenticator = await addPasskey(first);
    return { person, at, enter: () => signInByPasskey(at, { authenticator }) };
  },
  async refresh({ app, client, organisationId }) {
    const [person, at] = [await newPerson(app, { organisationId }), client.browser()];
    await at.signIn(person);
    // As a front end of another origin: nothing but its refresh cookie stands for the session.
    at.cookies.delete('tare-session');
    at.accessToken = null;
    return { person, at, enter: () => at.run((api) => api.auth.refreshTokenV2()) as unknown as Promise<SignInAnswer> };
  },
  async invitation({ app, client, organisationId }) {
    const [person, at] = [await newPerson(app, { organisationId: await newOrganisation(app) }), client.browser()];
    const { userId } = person;
    await app.db.transaction().execute(async (trx) => {
      await addMember(trx, { tenantNumber: organisationId, userId, roles: [] });
      await trx
        .updateTable('identity.membership')
        .set({ status: 'I' })
        .where('tenant_number', '=', organisationId)
        .where('user_id', '=', userId)
        .execute();
      await invite(trx, app.resources.jobs, {
        tenantNumber: organisationId,
        userId,
        requestId: randomUUID(),
        now: app.clock.now(),
      });
    });
    const link = await linkParts(app, person);
    return { person, at, enter: () => at.run((api) => api.auth.acceptInvitation(link)).then(() => undefined) };
  },
  async activation({ app, client, organisationId }) {
    const [login, at] = [`${randomUUID()}@tare.test`, client.browser()];
    const userId = await app.db.transaction().execute(async (trx) => {
      const id = await addUser(trx, { login, email: login, fullName: 'Nina Holm', now: app.clock.now() });
      await addMember(trx, { tenantNumber: organisationId, userId: id, roles: [] });
      return id;
    });
    const person = { userId, login };
    await at.run((api) => api.auth.resendActivationEmail({ email: login }));
    const link = await linkParts(app, person);
    return {
      person,
      at,
      enter: () =>
        at.run((api) => api.auth.activateAccount({ ...link, password } as never)) as unknown as Promise<SignInAnswer>,
    };
  },
};
