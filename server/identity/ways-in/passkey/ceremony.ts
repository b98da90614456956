import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import { z } from 'zod';
import type { IdentityConfig } from '../../ports';

/** Whom passkeys are made for: a host, and the origins whose pages may use them. */
export interface RelyingParty {
  id: string;
  origins: string[];
}

export const relyingParty = ({
  publicUrl,
  ownOrigins,
}: Pick<IdentityConfig, 'publicUrl' | 'ownOrigins'>): RelyingParty => ({
  id: new URL(publicUrl).hostname,
  origins: [...new Set([new URL(publicUrl).origin, ...ownOrigins])],
});

/** EdDSA, ES256 and RS256 (COSE): between them every authenticator has one. */
export const algorithms = [-8, -7, -257];

/** An answer of an authenticator that does not hold. Its message is for the log, not for whoever sent it. */
export class BrokenProof extends Error {
  override name = 'BrokenProof';
}

/** 32 random bytes, as we ask for them. A page of ours within somebody else's never signs: a click on it may have been meant for theirs. */
const clientData = z.object({ challenge: z.string().regex(/^[\w-]{43}$/), crossOrigin: z.literal(false).optional() });

/** The challenge that was signed. @throws BrokenProof */
export function challengeOf(clientDataJSON: string): string {
  try {
    return clientData.parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))).challenge;
  } catch (cause) {
    throw new BrokenProof('client data without a challenge of ours', { cause });
  }
}

/** @throws BrokenProof in place of whatever the library says of an answer */
async function proved<Answer extends { verified: boolean }>(
  work: () => Promise<Answer>,
): Promise<Answer & { verified: true }> {
  const answer = await work().catch((cause: unknown) => {
    if (cause instanceof BrokenProof) throw cause;
    throw new BrokenProof(cause instanceof Error ? cause.message.slice(0, 200) : 'unreadable', { cause });
  });
  if (!answer.verified) throw new BrokenProof('signature');
  return answer as Answer & { verified: true };
}

interface Registered {
  id: string;
  response: { clientDataJSON: string; attestationObject: string };
}

interface Made {
  publicKey: Uint8Array;
  counter: number;
}

interface Asked {
  challenge: string;
  party: RelyingParty;
  /** Whether the device must have made sure of its owner; beside a first proof, having it is enough. */
  userVerified?: boolean;
}

/**
 * Reads the passkey out of what an authenticator made for this challenge. The challenge itself is the caller's to spend.
 * @throws BrokenProof
 */
export async function readRegistered(
  { id, response }: Registered,
  { challenge, party, userVerified = true }: Asked,
): Promise<Made> {
  const { registrationInfo } = await proved(async () => {
    requireNoCertificates(response.attestationObject);
    return verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      requireUserVerification: userVerified,
      supportedAlgorithmIDs: algorithms,
    });
  });
  if (registrationInfo?.credential.id !== id) throw new BrokenProof('another credential than it says');
  const { publicKey, counter } = registrationInfo.credential;
  return { publicKey, counter };
}

/**
 * We ask for no attestation, and browsers then send none but a key's own. A statement with certificates is not looked at: the
 * library would ask the hosts that stand in them whether they were revoked.
 */
function requireNoCertificates(attestationObject: string): void {
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const [format, statement] = [attestation.get('fmt'), attestation.get('attStmt')];
  if (format !== 'none' && !(format === 'packed' && statement.get('x5c') === undefined))
    throw new BrokenProof('an attestation that nobody asked for');
}

export interface Assertion {
  id: string;
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string | undefined };
}

interface Expected extends Asked {
  publicKey: Uint8Array;
}

/**
 * Whether whoever has the key's device signed this challenge for us, its owner where the device must make sure of them.
 * @returns the device's counter, which the caller compares: a copy is only known for one by a signature that is right
 * @throws BrokenProof
 */
export async function readSigned(
  { id, response }: Assertion,
  { challenge, party, publicKey, userVerified = true }: Expected,
): Promise<number> {
  const { authenticationInfo } = await proved(() =>
    verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { ...response, userHandle: response.userHandle },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      requireUserVerification: userVerified,
      credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 },
    }),
  );
  return authenticationInfo.newCounter;
}
