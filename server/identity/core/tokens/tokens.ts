import type { Db } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import { barredHere } from '../../../platform/http/guards';
import type { Visitor } from '../../../platform/visitor';
import { sessionActions } from '../../identity.audit';
import { isAddressAllowed } from '../../policies/addresses/address-entry';
import type { IdentityConfig, SignedIn } from '../../ports';
import { installationSecrets, type InstallationSecrets } from '../secrets/installation-secrets';
import { endSession, findSessionRow, findSignedIn, readSignedIn } from '../sessions/session.store';
import { accessTokenOf, readAccessToken, type AccessToken } from './access-token';
import { findOpenGrant } from './grant.store';
import { createKeyRing, type KeyRing } from './key-ring';
import { scopesOf } from './oauth-scopes.rules';
import { readRefreshToken, refreshTokenOf } from './refresh-token';
import { judgeRefresh } from './refresh.rules';
import { lockRefreshes, noteRefresh } from './refresh.store';

/** By what tokens of a session are renewed, and whose it is. */
interface Renewal {
  refreshToken: string;
  person: SignedIn;
}

export interface IssuedTokens extends AccessToken, Renewal {}

/** The tokens of sessions: what they are made of, and who stands behind one. */
export interface Tokens {
  keys: KeyRing;
  secrets: InstallationSecrets;
  /** Who may have tokens of a session, in its tenant or another. @throws Failure as `issue` */
  entitled(asked: { sessionId: string; tenantId?: string | undefined; ip: string; now: Date }): Promise<SignedIn>;
  /** The same of whoever was found signed in by it. @throws Failure as `issue` */
  admit(person: SignedIn | null, ip: string): Promise<SignedIn>;
  /**
   * Tokens of a session that is alive, in the session's tenant unless another is asked for.
   * @throws Failure 401 where nobody is signed in by it, or not in that tenant; 403 from an address that the tenant keeps out, and where it
   * forces a second factor that the session lacks
   */
  issue(asked: { sessionId: string; tenantId?: string | undefined; ip: string; now: Date }): Promise<IssuedTokens>;
  /** The same without an access token, for whom none is made that nobody reads. @throws Failure as `issue` */
  renewal(asked: { sessionId: string; ip: string; now: Date }): Promise<Renewal>;
  /** The refresh token of a session that has just been opened, after every check that could refuse it. */
  renewalOfNew(sessionId: string): string;
  /**
   * Puts another refresh token in the place of the given one. @throws Failure 401 for one that is not good, 403 from an address that the tenant keeps out; one that was replaced
   * before, longer ago than parallel tabs explain, ends its session
   */
  refresh(visitor: Visitor, asked: { refreshToken: string; tenantId?: string | undefined }): Promise<IssuedTokens>;
  /** The session that a refresh token belongs to, whether the token is still good or not. */
  sessionOf(refreshToken: string): string | null;
  /** Who stands behind an access token at this instant; rights are read afresh. */
  findBearer(token: string, now: Date): Promise<BearerOfSession | null>;
}

/** Who stands behind an access token. */
interface BearerOfSession {
  person: SignedIn;
  /** What a client may with it, in the person's tenant alone; null for a token that stands for the session. */
  scopes: string[] | null;
}

export const sessionNotFound = () => fail.signedOut('errors.signedOut');

export function createTokens({ db, config, secret }: { db: Db; config: IdentityConfig; secret: string }): Tokens {
  const secrets = installationSecrets(secret);
  const keys = createKeyRing({ db, secrets, issuer: config.publicUrl, audience: config.identity.clientId });

  async function entitled({ sessionId, tenantId, ip, now }: Parameters<Tokens['issue']>[0]): Promise<SignedIn> {
    return admit(await findSignedIn(db, { sessionId, now, tenantId }), ip);
  }

  async function admit(person: SignedIn | null, ip: string): Promise<SignedIn> {
    if (!person) throw sessionNotFound();
    if (!(await isAddressAllowed(db, person, ip))) throw barredHere();
    return person;
  }

  const renewal = async (asked: Parameters<Tokens['issue']>[0]): Promise<Renewal> => {
    const { sessionId, now, ip } = asked;
    const row = await findSessionRow(db, asked);
    if (!row) throw sessionNotFound();
    const person = await admit(await readSignedIn(db, row, { now }), ip);
    return { person, refreshToken: refreshTokenOf(secrets, { sessionId, number: row.refreshes }) };
  };

  const issue: Tokens['issue'] = async (asked) => {
    const { person, refreshToken } = await renewal(asked);
    return { ...(await accessTokenOf({ db, keys }, person, asked.now)), person, refreshToken };
  };

  return {
    keys,
    secrets,
    entitled,
    admit,
    issue,
    renewal,
    renewalOfNew: (sessionId) => refreshTokenOf(secrets, { sessionId, number: 0 }),

    async refresh(visitor, { refreshToken, tenantId }) {
      const { ip, now } = visitor;
      const named = readRefreshToken(secrets, refreshToken);
      if (!named) throw sessionNotFound();
      const asked = { sessionId: named.sessionId, tenantId, ip, now };
      // Who may not come in must not use up the token.
      const person = await entitled(asked);
      if (!(await replaceToken(visitor, named))) throw sessionNotFound();
      return {
        ...(await accessTokenOf({ db, keys }, person, now)),
        person,
        refreshToken: refreshTokenOf(secrets, { ...named, number: named.number + 1 }),
      };
    },

    sessionOf: (refreshToken) => readRefreshToken(secrets, refreshToken)?.sessionId ?? null,

    async findBearer(token, now) {
      const claims = await keys.verifyForAny(token, now);
      const named = claims && readAccessToken(claims);
      if (!named) return null;
      const grant = named.grantId === null ? null : await findOpenGrant(db, named.grantId);
      if (named.grantId !== null && !grant) return null;
      const { clientId: own } = config.identity;
      if (named.audience !== (grant?.clientId ?? own)) return null;
      const person = await findSignedIn(db, { sessionId: named.sessionId, now, tenantId: named.tenantId });
      if (!person || person.userUuid !== named.userUuid) return null;
      return { person, scopes: grant && grant.clientId !== own ? scopesOf(named.scope, grant) : null };
    },
  };
}

/** @returns false where the token is not good; one that was stolen ends the session, in a transaction that is kept */
function replaceToken(
  { db, now, audit }: Visitor,
  { sessionId, number }: { sessionId: string; number: number },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const state = await lockRefreshes(trx, sessionId);
    if (!state || state.ended) return false;
    const verdict = judgeRefresh(state, number, now);
    if (verdict === 'replace') await noteRefresh(trx, sessionId, now);
    if (verdict !== 'reused') return true;
    await endSession(trx, sessionId, { now, reason: 'refresh token reused' });
    await audit(trx, {
      action: sessionActions.reuse,
      entity: 'session',
      entityId: sessionId,
      organisationId: state.tenantNumber,
      after: { userId: state.userId },
    });
    return false;
  });
}
