import type { ClientBrowser, SignInAnswer } from './counterparts/published-client';
import { SoftwareAuthenticator, type SoftCredential, type Wish } from './counterparts/software-authenticator';
import { publicUrl } from './test-app';

type Creation = Parameters<SoftwareAuthenticator['create']>[0] & {
  excludeCredentials?: { id: string }[];
  [field: string]: unknown;
};
export interface Asking {
  challenge: string;
  rpId?: string;
  allowCredentials?: { id: string; type: string; transports?: string[] }[];
  timeout?: number;
  userVerification?: string;
}

/** The client's types leave out what the answers stand in. */
const optionsOf = <Options>(answer: unknown) => (answer as { options: Options }).options;

export const newAuthenticator = () => new SoftwareAuthenticator(publicUrl);

export const beginPasskey = async (at: ClientBrowser): Promise<Creation> =>
  optionsOf<Creation>(await at.run((api) => api.auth.webAuthnCreateNewDeviceSession()));

export const finishPasskey = (
  at: ClientBrowser,
  made: ReturnType<SoftwareAuthenticator['create']> & { deviceType?: string },
) => at.run((api) => api.auth.verifyNewDeviceSession(made as never));

export const listPasskeys = async (at: ClientBrowser) =>
  (await at.run((api) => api.auth.getWebAuthnDevices())).devices as unknown as {
    id: string;
    deviceType: string;
    name: string;
    createdAt: string;
    lastUsedAt: string | null;
  }[];

/** Adds a passkey, as the published client does. */
export async function addPasskey(
  at: ClientBrowser,
  { authenticator = newAuthenticator(), wish = {} }: { authenticator?: SoftwareAuthenticator; wish?: Wish } = {},
): Promise<SoftwareAuthenticator> {
  await finishPasskey(at, { ...authenticator.create(await beginPasskey(at), wish), deviceType: 'platform' });
  return authenticator;
}

export const askFor = async (at: ClientBrowser, who: { email?: string; userId?: string }): Promise<Asking> =>
  optionsOf<Asking>(await at.run((api) => api.auth.webAuthnPreLogin(who)));

export const answer = (at: ClientBrowser, signed: ReturnType<SoftwareAuthenticator['get']>) =>
  at.run((api) => api.auth.webAuthnPostLogin(signed)) as unknown as Promise<SignInAnswer>;

interface Way {
  authenticator: SoftwareAuthenticator;
  credential?: SoftCredential;
  wish?: Wish;
  email?: string;
}

/** Signs in with a passkey, as the published client does: by an address, or by what the browser knows. */
export async function signInByPasskey(
  at: ClientBrowser,
  { authenticator, credential, wish, email }: Way,
): Promise<SignInAnswer> {
  return answer(at, authenticator.get(await askFor(at, email === undefined ? {} : { email }), wish, credential));
}
