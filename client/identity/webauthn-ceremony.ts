/** Why no authenticator answered. */
export type CeremonyRefusal =
  /** The browser has no way to ask one. */
  | 'unsupported'
  /** The person stopped, or let the time run out; browsers tell neither apart, nor that nothing fits. */
  | 'stopped'
  /** The device is enrolled already. */
  | 'known'
  | 'failed';

export class CeremonyRefused extends Error {
  override name = 'CeremonyRefused';

  constructor(
    readonly reason: CeremonyRefusal,
    cause?: unknown,
  ) {
    super(reason, { cause });
  }
}

/** What an authenticator made, as the identity API takes it. */
export interface MadeCredential {
  id: string;
  response: { clientDataJSON: string; attestationObject: string; transports: string[] };
  /** Whether it lies in this machine. */
  deviceType: 'Platform' | 'CrossPlatform';
}

/** What an authenticator signed, as the identity API takes it. */
export interface SignedChallenge {
  id: string;
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string };
}

export const knowsWebAuthn = (): boolean =>
  typeof PublicKeyCredential === 'function' &&
  'parseCreationOptionsFromJSON' in PublicKeyCredential &&
  'toJSON' in PublicKeyCredential.prototype;

const reasons: Partial<Record<string, CeremonyRefusal>> = {
  NotAllowedError: 'stopped',
  AbortError: 'stopped',
  InvalidStateError: 'known',
  NotSupportedError: 'unsupported',
};

async function asked(work: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  if (!knowsWebAuthn()) throw new CeremonyRefused('unsupported');
  try {
    const answer = await work();
    if (answer instanceof PublicKeyCredential) return answer;
  } catch (cause) {
    throw new CeremonyRefused((cause instanceof Error ? reasons[cause.name] : undefined) ?? 'failed', cause);
  }
  throw new CeremonyRefused('failed');
}

/** Has an authenticator make a credential by the server's options. To be called on a click: some browsers ask for nothing else. @throws CeremonyRefused */
export async function makeCredential(options: PublicKeyCredentialCreationOptionsJSON): Promise<MadeCredential> {
  const made = await asked(() =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  );
  const {
    id,
    response: { clientDataJSON, attestationObject, transports },
  } = made.toJSON() as RegistrationResponseJSON;
  return {
    id,
    response: { clientDataJSON, attestationObject, transports },
    deviceType: made.authenticatorAttachment === 'platform' ? 'Platform' : 'CrossPlatform',
  };
}

/** How an authenticator is asked to sign: `mediation: 'conditional'` waits until somebody picks a passkey where the browser fills in their name. */
export type Manner = Pick<CredentialRequestOptions, 'mediation' | 'signal'>;

/** Has an authenticator sign the server's challenge; likewise. @throws CeremonyRefused */
export async function signChallenge(
  options: PublicKeyCredentialRequestOptionsJSON,
  manner: Manner = {},
): Promise<SignedChallenge> {
  const signed = await asked(() =>
    navigator.credentials.get({ ...manner, publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
  );
  const {
    id,
    response: { clientDataJSON, authenticatorData, signature, userHandle },
  } = signed.toJSON() as AuthenticationResponseJSON;
  return {
    id,
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle === undefined ? {} : { userHandle }) },
  };
}
