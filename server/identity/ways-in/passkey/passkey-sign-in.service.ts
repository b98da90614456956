import { generateAuthenticationOptions, type PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { internalOrganisation, type Locale } from '../../../platform/actor';
import { spelledAddress } from '../../../platform/email-address.rules';
import { fail } from '../../../platform/errors';
import type { Limit } from '../../../platform/http/rate-limits';
import type { Visitor } from '../../../platform/visitor';
import { invitationOf } from '../../core/invitations/invite.service';
import { makeChallenge, spendSignIn } from '../../core/passkeys/challenge.store';
import { challengeMs, userHandleOf, wentBack } from '../../core/passkeys/passkey.rules';
import { findAsked, findByCredential, notePasskeyUse, type OwnedPasskey } from '../../core/passkeys/passkey.store';
import { isSecret, keptSecret, secretHash } from '../../core/secrets/token-secret';
import { passkeyActions, sessionActions } from '../../identity.audit';
import type { IdentityParts } from '../../parts';
import type { Admission, Arrival } from '../../policies/entry/arrival';
import { isWayOpen } from '../../policies/strategies/strategies.rules';
import { admit } from '../admission/admission';
import { counted } from '../password/sign-in.service';
import { BrokenProof, challengeOf, readSigned, relyingParty, type Assertion } from './ceremony';

const perAddress: Limit = { name: 'passkey-ip', points: 100, seconds: 600 };
/** Each visit to a sign-in page asks once, from behind one address for a whole office. */
const asksPerAddress: Limit = { name: 'passkey-ask-ip', points: 600, seconds: 600 };
const perAddressAndAccount: Limit = { name: 'passkey-ip-account', points: 30, seconds: 600 };

type Dependencies = Pick<IdentityParts, 'config' | 'rateLimits'>;

function requireOpen({ config }: Pick<Dependencies, 'config'>): void {
  if (!isWayOpen(config.identity.authStrategy, 'passkey')) throw fail.forbidden('identity.wayClosed');
}

/** What a browser keeps between the question and the answer. */
export const passkeyCookieName = 'tare-passkey-browser';

interface Asked {
  login: string | undefined;
  userId: string | undefined;
}

export interface PasskeyQuestion {
  options: PublicKeyCredentialRequestOptionsJSON;
  /** For the cookie by which the answer counts in this browser alone. */
  browserSecret: string;
}

/**
 * What the browser is to ask its authenticator for: a passkey of this host, and never one by its id. Ids of a person's own would tell by any
 * two of their names that the person exists; whose passkey it has to be is kept with the challenge (WebAuthn 3, 14.6.2 and 14.6.3).
 * @throws Failure 403 where nobody signs in here by themselves, 429 after too many requests
 */
export async function askForPasskey(
  visitor: Visitor,
  { login, userId }: Asked,
  { config, rateLimits }: Dependencies,
): Promise<PasskeyQuestion> {
  requireOpen({ config });
  const { db, ip, now } = visitor;
  const named = login === undefined ? userId : spelledAddress(login.trim().toLowerCase());
  await rateLimits.take(asksPerAddress, ip);
  if (named !== undefined) await rateLimits.take(perAddressAndAccount, `${ip} ${named}`);

  const person =
    named === undefined ? null : await findAsked(db, { login: login === undefined ? undefined : named, userId });
  const browserSecret = keptSecret(visitor.cookie(passkeyCookieName));
  const browserHash = secretHash(browserSecret);
  const challenge = await db
    .transaction()
    .execute((trx) =>
      makeChallenge(
        trx,
        named === undefined
          ? { purpose: 'DISCOVER', browserHash }
          : { purpose: 'SIGN_IN', userId: person?.id ?? null, browserHash },
        now,
      ),
    );
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(config).id,
    challenge: new Uint8Array(challenge),
    timeout: challengeMs,
    userVerification: 'required',
    // Not left out: front ends read a list.
    allowCredentials: [],
  });
  return { options, browserSecret };
}

/** Why a passkey lets nobody in: for the log and the audit, never for whoever sent it. */
type Refusal = 'challenge' | 'browser' | 'credential' | 'person' | 'proof' | 'account' | 'counter';

class Refused extends Error {
  constructor(
    readonly reason: Refusal,
    readonly passkey: OwnedPasskey | null = null,
    cause?: unknown,
  ) {
    super(cause instanceof BrokenProof ? cause.message : reason, { cause });
  }
}

interface Given extends Assertion {
  invitationToken?: string | undefined;
  /** Chosen on the way to this sign-in; the person's own from now on. */
  locale?: Locale | undefined;
}

/**
 * Signs somebody in by a passkey, in the browser that asked for it. Whatever is wrong with it, the answer is the same.
 * @throws Failure 401 `identity.passkeyRefused`, 403 where nobody signs in here by themselves, 422 for an invite link that is not good, 429 after too many tries
 */
export function signInByPasskey(
  visitor: Visitor,
  given: Given,
  { config, rateLimits, metrics }: Dependencies & Pick<IdentityParts, 'metrics'>,
): Promise<Admission> {
  return counted(metrics, async () => {
    requireOpen({ config });
    await rateLimits.take(perAddress, visitor.ip);
    try {
      return await enter(visitor, await judge(visitor, given, config), given);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      await noteRefusal(visitor, error);
      throw fail.signedOut('identity.passkeyRefused', { cause: error });
    }
  });
}

/** A passkey that lets its owner in, there. */
interface Accepted {
  passkey: OwnedPasskey;
  /** As its device says now. */
  counter: number;
  tenantNumber: number;
}

/** @throws Refused */
async function judge(
  { db, now, cookie }: Visitor,
  given: Assertion,
  config: Dependencies['config'],
): Promise<Accepted> {
  const challenge = asRefusal('challenge', () => challengeOf(given.response.clientDataJSON));
  const asked = await spendSignIn(db, challenge, now);
  if (!asked) throw new Refused('challenge');
  if (asked.browserHash !== null && !isSecret(asked.browserHash, cookie(passkeyCookieName) ?? ''))
    throw new Refused('browser');
  const passkey = await findByCredential(db, given.id, now);
  if (!passkey) throw new Refused('credential');
  const { userHandle } = given.response;
  if (asked.userId !== undefined && asked.userId !== passkey.userId) throw new Refused('person', passkey);
  if (userHandle !== undefined && userHandle !== userHandleOf(passkey.userUuid)) throw new Refused('person', passkey);
  const counter = await readSigned(given, {
    challenge,
    party: relyingParty(config),
    publicKey: passkey.publicKey,
  }).catch((error: unknown) => {
    throw error instanceof BrokenProof ? new Refused('proof', passkey, error) : error;
  });
  const { open, tenantNumber } = passkey;
  if (!open || tenantNumber === null) throw new Refused('account', passkey);
  if (wentBack(passkey.counter, counter)) throw new Refused('counter', passkey);
  return { passkey, counter, tenantNumber };
}

function asRefusal<Value>(reason: Refusal, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    throw error instanceof BrokenProof ? new Refused(reason, null, error) : error;
  }
}

/** @throws Refused where another use of the passkey came first; Failure where a rule of the tenant refuses the person */
function enter(
  visitor: Visitor,
  { passkey, counter, tenantNumber }: Accepted,
  { invitationToken, locale }: Given,
): Promise<Admission> {
  const { db, now } = visitor;
  const { userId, login } = passkey;
  // The device is had, and it made sure of its owner by a finger, a face or a PIN before it signed: two kinds of proof at once.
  const arrival: Arrival = {
    userId,
    login,
    tenantNumber,
    way: 'passkey',
    amr: ['hwk', 'user', 'mfa'],
    locale,
    invitation: invitationOf(invitationToken),
  };
  return db.transaction().execute(async (trx) => {
    if (!(await notePasskeyUse(trx, { id: passkey.id, counter, now }))) throw new Refused('counter', passkey);
    return admit(trx, visitor, arrival);
  });
}

function noteRefusal(visitor: Visitor, { reason, passkey, message }: Refused): Promise<void> {
  visitor.log.warn({ userId: passkey?.userId ?? null, ip: visitor.ip, reason, message }, 'passkey refused');
  return visitor.db.transaction().execute((trx) =>
    visitor.audit(trx, {
      action: reason === 'counter' ? passkeyActions.copy : sessionActions.refuse,
      entity: 'user',
      entityId: passkey?.userId,
      organisationId: passkey?.tenantNumber ?? internalOrganisation,
      after: { way: 'passkey', passkey: passkey?.id ?? null, reason, message },
    }),
  );
}
