import type { ClientBrowser, PublishedApi } from './counterparts/published-client';
import type { SoftwareAuthenticator, Wish } from './counterparts/software-authenticator';
import { newAuthenticator } from './passkeys';
import type { Person } from './people';

type Creation = Parameters<SoftwareAuthenticator['create']>[0] & {
  authenticatorSelection: Record<string, string>;
  excludeCredentials: { id: string }[];
  attestation: string;
};
type Asking = Parameters<SoftwareAuthenticator['get']>[0] & {
  allowCredentials: { id: string }[];
  userVerification: string;
};

/** A question of the server, as the client's types leave it out in part. */
export interface Question<Options> {
  webauthnToken: string;
  options: Options;
}

export type Call = (api: PublishedApi) => Promise<unknown>;

export const askedToEnrol = async (at: ClientBrowser, call: Call = (api) => api.auth.preEnrollMFAWebAuthn()) =>
  (await at.run(call)) as Question<Creation>;
export const askedToSign = async (at: ClientBrowser, call: Call) => (await at.run(call)) as Question<Asking>;

/** As a front end sends what an authenticator made. */
export const madeFor = (
  { webauthnToken, options }: Question<Creation>,
  authenticator: SoftwareAuthenticator,
  wish: Wish = {},
) =>
  ({
    deviceType: 'CrossPlatform',
    webauthnToken,
    options: authenticator.create(options, { userVerified: false, ...wish }),
  }) as never;

/** And what it signed. */
export const signedFor = (
  { webauthnToken, options }: Question<Asking>,
  authenticator: SoftwareAuthenticator,
  wish: Wish = {},
) => ({ webauthnToken, options: authenticator.get(options, { userVerified: false, ...wish }) }) as never;

/** Enrols a security key in somebody's session. */
export async function enrolDevice(
  at: ClientBrowser,
  authenticator = newAuthenticator(),
): Promise<{ authenticator: SoftwareAuthenticator; recoveryCode: string | undefined; deviceId: string }> {
  const made = madeFor(await askedToEnrol(at), authenticator);
  const answer = (await at.run((api) => api.auth.enrollMFAWebAuthn(made))) as unknown as { recoveryCode?: string };
  const { webauthn } = await at.run((api) => api.auth.getMFADevices());
  return { authenticator, recoveryCode: answer.recoveryCode, deviceId: webauthn.at(-1)?.id ?? '' };
}

export interface AskedForDevice {
  mfaToken: string;
  mfaRequired: boolean;
  mfaEnrolled: boolean;
  mfaStrategies: string[];
  mfaDevices: { webauthn: { id: string; deviceType: string; name: string }[] };
  [field: string]: unknown;
}

/** The first half of a sign-in. */
export const askedForDevice = async (at: ClientBrowser, person: Pick<Person, 'login'>) =>
  (await at.signIn(person)) as unknown as AskedForDevice;

interface Proving {
  authenticator: SoftwareAuthenticator;
  mfaToken: string;
  deviceId: string;
  wish?: Wish;
  rememberDevice?: boolean;
}

/** Finishes a sign-in by a device. @returns the answer */
export async function proveDevice(
  at: ClientBrowser,
  { authenticator, mfaToken, deviceId, wish, rememberDevice }: Proving,
) {
  const question = await askedToSign(at, (api) => api.auth.preVerifyMFAWebAuthnForLogin(deviceId, { mfaToken }));
  const signed = { ...(signedFor(question, authenticator, wish) as object), mfaToken, rememberDevice } as never;
  return (await at.run((api) => api.auth.verifyMFAWebAuthnForLogin(deviceId, signed))) as unknown as {
    accessToken: string;
    mfaRequired: boolean;
  };
}
