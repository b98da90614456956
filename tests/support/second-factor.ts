import { generateSync } from 'otplib';
import { installationSecrets } from '../../server/identity/core/secrets/installation-secrets';
import type { ClientBrowser, SignInAnswer } from './counterparts/published-client';
import type { Person } from './people';
import { testSecret, type TestApp } from './test-app';

/** The code of an authenticator, by another library than the server's. */
export const codeAt = (secret: string, now: Date): string =>
  generateSync({ secret, epoch: Math.floor(now.getTime() / 1000) });

/** What the person's newest authenticator has scanned. */
export async function secretOf({ db }: TestApp, { userId }: Pick<Person, 'userId'>): Promise<string> {
  const { sealed_secret: sealed } = await db
    .selectFrom('identity.authenticator')
    .select('sealed_secret')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  return installationSecrets(testSecret).open('authenticator', sealed);
}

/** Enrols an authenticator in somebody's session. @returns its secret and the recovery code */
export async function enrolAuthenticator(
  app: TestApp,
  at: ClientBrowser,
  person: Person,
): Promise<{ secret: string; recoveryCode: string }> {
  await at.run((api) => api.auth.preEnrollMFAAuthenticatorApp());
  const secret = await secretOf(app, person);
  const answer = await at.run((api) => api.auth.enrollMFAAuthenticatorApp({ token: codeAt(secret, app.clock.now()) }));
  return { secret, recoveryCode: (answer as unknown as { recoveryCode: string }).recoveryCode };
}

/** The first half of a sign-in. */
export async function askedFor(
  at: ClientBrowser,
  person: Person,
): Promise<
  SignInAnswer & {
    mfaToken: string;
    mfaDevices: {
      authenticators: { id: string }[];
      phones: { id: string; phoneNumber: string }[];
      emails: { email: string }[];
    };
  }
> {
  return (await at.signIn(person)) as never;
}

/** The newest code that was sent to an address or a number. */
export async function sentCode({ db }: TestApp, target: string): Promise<string> {
  const { payload } = await db
    .selectFrom('outbox')
    .select('payload')
    .where('target', '=', target)
    .orderBy('created_at', 'desc')
    .orderBy('next_try_at', 'desc')
    .executeTakeFirstOrThrow();
  return /\b\d{6}\b/.exec((payload as { text: string }).text)?.[0] ?? '';
}
