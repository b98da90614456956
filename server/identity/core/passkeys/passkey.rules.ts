import type { DeviceType, Transport } from '../../policies/mfa/device-types.rules';

/** Of one person; nobody has that many devices. */
export const mostPasskeys = 20;

/** How long an authenticator may take from the question to the answer. */
export const challengeMs = 5 * 60_000;

/** An authenticator that counts its signatures never says the same number twice; where it does, there are two of it. Many do not count and always say 0. */
export const wentBack = (kept: number, said: number): boolean => (kept > 0 || said > 0) && said <= kept;

/** What kind of device holds a passkey, where nobody said so: one inside the machine is reached by no other way than from within. */
export const deviceTypeOf = (said: DeviceType | undefined, transports: readonly Transport[]): DeviceType =>
  said ?? (transports.includes('internal') ? 'Platform' : 'CrossPlatform');

export interface Credential {
  id: string;
  transports: Transport[];
}

/** What a person is called inside authenticators: it says nothing of them (WebAuthn 3, 14.6.1). */
export const userHandleOf = (userUuid: string): string =>
  Buffer.from(userUuid.replaceAll('-', ''), 'hex').toString('base64url');
