import type { Locale } from '../../../platform/actor';
import type { Trx } from '../../../platform/db/database';
import type { Failure } from '../../../platform/errors';
import type { FactorStrategy } from '../../../platform/factor-strategies.rules';
import type { Visitor } from '../../../platform/visitor';

/** The ways in. Every one of them ends at `admit`. */
export type Way =
  | 'password'
  | 'magicLink'
  | 'emailCode'
  | 'smsCode'
  | 'passkey'
  | 'activation'
  | 'invitation'
  | 'signUp'
  | 'sso'
  | 'social';

/** Somebody whose first proof was right: who they are, where they come in, and how they proved it. */
export interface Arrival {
  userId: number;
  login: string;
  tenantNumber: number;
  way: Way;
  /** The methods of proof so far (RFC 8176). */
  amr: readonly string[];
  /** What the person chose on the way; absent where their own stays. */
  locale?: Locale | undefined;
  /** When their provider last asked them, where nothing else vouches for them. */
  provenAt?: Date | null;
  /** The hash of an invite link's token: they join its tenant and come in there. */
  invitation?: Uint8Array | undefined;
}

/** A rule of a tenant about whoever comes into it, from where and how. @returns why it keeps somebody out; null where it does not */
export type EntryCheck = (
  trx: Trx,
  visitor: Visitor,
  entering: Pick<Arrival, 'tenantNumber' | 'userId' | 'way'>,
) => Promise<Failure | null>;

/** What somebody is told who still owes a second proof: the published form of it, with the token that leads on. */
export interface FactorAnswer {
  mfaRequired: true;
  mfaToken: string;
  mfaEnrolled: boolean;
  /** What may be enrolled by whoever came this way. */
  mfaStrategies: readonly FactorStrategy[];
  [detail: string]: unknown;
}

/** Somebody whose password was right but is known from a data breach: it opens nothing any more. */
interface BreachedPerson {
  userId: number;
  email: string;
}

export type Admission =
  | { kind: 'session'; sessionId: string }
  | { kind: 'factor'; answer: FactorAnswer }
  | { kind: 'breached'; person: BreachedPerson };
