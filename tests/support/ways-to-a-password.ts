import { randomUUID } from 'node:crypto';
import { addMember, addUser } from '../../server/identity';
import { newLink } from '../../server/setup/operator.service';
import type { ClientBrowser, publishedClient, PublishedApi } from './counterparts/published-client';
import { newestLink } from './mails';
import { browser, newPerson, password, signIn, tokenOf, type Person } from './people';
import { publicUrl, type TestApp } from './test-app';

export type WayToPassword =
  | 'activation call'
  | 'activation page'
  | 'invitation'
  | 'sign-up'
  | 'reset call'
  | 'reset page'
  | 'forced reset'
  | 'change call'
  | 'account page'
  | 'breached step'
  | 'operator’s link';

/** Somebody of the tenant who is about to choose a password; one that is refused leaves them where they are. */
export interface Choosing {
  login: string;
  /** What stands on the form, where there is one. */
  page: string | null;
  choose(typed: string): Promise<{ taken: boolean; says: string }>;
}

interface House {
  app: TestApp;
  client: Awaited<ReturnType<typeof publishedClient>>;
  organisationId: number;
  /** Who looks after the tenant. */
  admin: ClientBrowser;
}

/** Somebody who has no password yet. */
async function unactivated({ app, organisationId }: House): Promise<Person> {
  const login = `${randomUUID()}@tare.test`;
  const userId = await app.db.transaction().execute(async (trx) => {
    const id = await addUser(trx, {
      login,
      email: login,
      fullName: 'Nina Holm',
      privacyAccepted: true,
      now: app.clock.now(),
    });
    await addMember(trx, { tenantNumber: organisationId, userId: id, roles: [] });
    return id;
  });
  return { userId, login };
}

const linkParts = async (app: TestApp, login: string) => {
  const { searchParams } = await newestLink(app, login);
  return { token: searchParams.get('token') ?? '', userId: searchParams.get('userId') ?? '' };
};

/** By a call of the published client. */
const byCall = (login: string, call: (typed: string) => Promise<unknown>): Choosing => ({
  login,
  page: null,
  choose: (typed) =>
    call(typed).then(
      () => ({ taken: true, says: '' }),
      ({ message }: { message: string }) => ({ taken: false, says: message }),
    ),
});

type Agent = ReturnType<typeof browser>;

/** By a form that stands at an address. */
async function byForm(
  login: string,
  path: string,
  { agent, fields = (typed) => ({ password: typed }) }: { agent: Agent; fields?: (typed: string) => object },
): Promise<Choosing> {
  const page = await agent.get(path).redirects(1);
  const hidden = /name="token" value="([^"]+)"/.exec(page.text)?.[1];
  return {
    login,
    page: page.text,
    async choose(typed) {
      const form = {
        _csrf: tokenOf(page.text),
        ...(hidden === undefined ? {} : { token: hidden }),
        ...fields(typed),
        repeatPassword: typed,
      };
      const answer = await agent
        .post(new URL(page.request.url as string).pathname)
        .type('form')
        .send(form);
      return { taken: answer.status === 303, says: answer.text };
    },
  };
}

const byLink = async (app: TestApp, login: string): Promise<Choosing> => {
  const { pathname, search } = await newestLink(app, login);
  return byForm(login, `${pathname}${search}`, { agent: browser(app) });
};

/** Each way to a password, up to where it is chosen. */
export const waysToPassword: Record<WayToPassword, (house: House) => Promise<Choosing>> = {
  async 'activation call'(house) {
    const [{ login }, at] = [await unactivated(house), house.client.browser()];
    await at.run((api) => api.auth.resendActivationEmail({ email: login }));
    const link = await linkParts(house.app, login);
    return byCall(login, (typed) =>
      at.run((api: PublishedApi) => api.auth.activateAccount({ ...link, password: typed } as never)),
    );
  },
  async 'activation page'(house) {
    const { login } = await unactivated(house);
    await house.client.browser().run((api) => api.auth.resendActivationEmail({ email: login }));
    return byLink(house.app, login);
  },
  async invitation({ app, admin }) {
    const login = `${randomUUID()}@tare.test`;
    await admin.run((api) => api.teams.addUser({ email: login, name: 'Nina Holm', roleIds: [] } as never));
    return byLink(app, login);
  },
  async 'sign-up'({ app, client, admin }) {
    const login = `${randomUUID()}@tare.test`;
    const { token: invitationToken } = (await admin.run((api) => api.teams.createInviteUserLink({} as never))) as {
      token: string;
    };
    await client
      .browser()
      .run((api) => api.auth.signUpUser({ email: login, name: 'Nina Holm', invitationToken } as never));
    return byLink(app, login);
  },
  async 'reset call'({ app, client, organisationId }) {
    const [{ login }, at] = [await newPerson(app, { organisationId }), client.browser()];
    await at.run((api) => api.auth.forgotPassword({ email: login }));
    const link = await linkParts(app, login);
    return byCall(login, (typed) => at.run((api) => api.auth.resetPassword({ ...link, password: typed })));
  },
  async 'reset page'({ app, organisationId }) {
    const [{ login }, agent] = [await newPerson(app, { organisationId }), browser(app)];
    const page = await agent.get('/forgot-password');
    await agent
      .post('/forgot-password')
      .type('form')
      .send({ _csrf: tokenOf(page.text), email: login });
    return byLink(app, login);
  },
  async 'forced reset'({ app, organisationId }) {
    const { login } = await newPerson(app, { organisationId, passwordResetRequired: true });
    return byForm(login, '/password-reset/force', { agent: await signIn(app, login) });
  },
  async 'change call'({ app, client, organisationId }) {
    const [person, at] = [await newPerson(app, { organisationId }), client.browser()];
    await at.signIn(person);
    return byCall(person.login, (typed) => at.run((api) => api.teams.changePassword({ password, newPassword: typed })));
  },
  async 'account page'({ app, organisationId }) {
    const { login } = await newPerson(app, { organisationId });
    return byForm(login, '/account/password', {
      agent: await signIn(app, login),
      fields: (typed) => ({ password, newPassword: typed }),
    });
  },
  async 'breached step'({ app, organisationId }) {
    const [onTheList, agent] = ['leavemealone', browser(app)];
    const { login } = await newPerson(app, { organisationId, password: onTheList });
    const page = await agent.get('/login');
    const step = await agent
      .post('/login')
      .type('form')
      .send({ _csrf: tokenOf(page.text), username: login, password: onTheList })
      .redirects(1);
    await agent
      .post('/account/login/breached-password')
      .type('form')
      .send({ _csrf: tokenOf(step.text) });
    return byLink(app, login);
  },
  async 'operator’s link'({ app, organisationId }) {
    const { login } = await newPerson(app, { organisationId });
    const { link } = await newLink({ db: app.db, now: app.clock.now(), publicUrl, dryRun: false }, login);
    return byForm(login, link.replace(publicUrl, ''), { agent: browser(app) });
  },
};
