import { signChallenge, type SignedChallenge } from './webauthn-ceremony';

/** A challenge is good for five minutes: a page that stays open asks for another before. */
const renewMs = 4 * 60_000;

const takesAutofill = async (page: Document): Promise<boolean> =>
  page.querySelector('input[autocomplete~="webauthn"]') !== null &&
  (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;

/** What the server asks an authenticator for, whoever it belongs to. @throws CannotAsk */
export async function askForPasskey(signal?: AbortSignal): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const answer = await fetch('/identity/resources/auth/v1/webauthn/prelogin', {
    method: 'POST',
    credentials: 'same-origin',
    redirect: 'error',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: '{}',
    ...(signal ? { signal } : {}),
  }).catch((cause: unknown) => {
    throw new CannotAsk('offline', cause);
  });
  if (!answer.ok) throw new CannotAsk(answer.status === 429 ? 'tooMany' : 'failed');
  return ((await answer.json()) as { options: PublicKeyCredentialRequestOptionsJSON }).options;
}

/** Why the server gave no question. */
export class CannotAsk extends Error {
  override name = 'CannotAsk';

  constructor(
    readonly reason: 'offline' | 'tooMany' | 'failed',
    cause?: unknown,
  ) {
    super(reason, { cause });
  }
}

export interface PasskeyAutofill {
  /** Begins, or begins anew. */
  offer(): void;
  /** A browser asks for one credential at a time: before anything else does, and before the page is left. */
  pause(): void;
}

/** Offers passkeys where the browser fills in somebody's name; one that is picked there is as good as one asked for by the button. */
export function passkeyAutofill(page: Document, picked: (signed: SignedChallenge) => void): PasskeyAutofill {
  let asking: AbortController | null = null;
  let renewal: number | undefined;

  const pause = () => {
    window.clearTimeout(renewal);
    asking?.abort();
    asking = null;
  };

  const begin = async (own: AbortController) => {
    if (!(await takesAutofill(page)) || own.signal.aborted) return;
    const options = await askForPasskey(own.signal);
    const signed = await signChallenge(options, { mediation: 'conditional', signal: own.signal });
    if (own.signal.aborted) return;
    pause();
    picked(signed);
  };

  const offer = () => {
    pause();
    asking = new AbortController();
    // Nobody asked for anything yet: whatever fails here fails in silence, and the button says why.
    begin(asking).catch(() => undefined);
    renewal = window.setTimeout(() => {
      if (page.visibilityState === 'visible') return offer();
      pause();
      page.addEventListener('visibilitychange', offer, { once: true });
    }, renewMs);
  };

  return { offer, pause };
}
