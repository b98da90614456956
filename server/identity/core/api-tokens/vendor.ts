import { internalOrganisation } from '../../../platform/actor';
import { fail } from '../../../platform/errors';
import type { Visitor } from '../../../platform/visitor';
import { apiTokenActions } from '../../identity.audit';
import type { IdentityConfig, IdentityPorts } from '../../ports';
import { isSecret, secretHash } from '../secrets/token-secret';
import type { KeyRing } from '../tokens/key-ring';
import { accessTokenSeconds } from '../tokens/key-schedule.rules';
import { takeTry, wrongCredentials } from './exchange.service';

/** The kind of a token that stands for the installation's own back-end clients, and for nobody. */
const type = 'vendor';

type Dependencies = Pick<IdentityPorts, 'rateLimits'> & { config: IdentityConfig; keys: KeyRing };

/** Whether an id and a secret are those of the client that is configured; as long for a wrong id as for a wrong secret. */
export function isVendor(
  { identity: { vendor } }: IdentityConfig,
  given: { clientId: string; secret: string },
): boolean {
  const [known, right] = [
    isSecret(vendor ? secretHash(vendor.clientId) : null, given.clientId),
    isSecret(vendor ? secretHash(vendor.secret) : null, given.secret),
  ];
  return known && right;
}

/** @throws Failure 404 where no such client is configured, 401 for a wrong id or secret, 429 after too many tries */
export async function enterAsVendor(
  visitor: Visitor,
  { clientId, secret }: { clientId: string; secret: string },
  needs: Dependencies,
): Promise<{ token: string; expiresIn: number }> {
  const { vendor } = needs.config.identity;
  if (!vendor) throw fail.notFound('errors.notFound');
  await takeTry(needs, visitor, clientId);
  if (!isVendor(needs.config, { clientId, secret })) {
    await visitor.db.transaction().execute((trx) =>
      visitor.audit(trx, {
        action: apiTokenActions.refuse,
        entity: 'vendor',
        organisationId: internalOrganisation,
        after: { reason: 'wrongSecret' },
      }),
    );
    throw wrongCredentials();
  }
  const issuedAt = Math.floor(visitor.now.getTime() / 1000);
  const token = await needs.keys.sign(
    { sub: vendor.clientId, type, iat: issuedAt, exp: issuedAt + accessTokenSeconds },
    visitor.now,
  );
  return { token, expiresIn: accessTokenSeconds };
}

/** Whether a token is one of the client that is configured now. */
export async function isVendorToken(
  { config, keys }: Pick<Dependencies, 'config' | 'keys'>,
  token: string,
  now: Date,
): Promise<boolean> {
  const { vendor } = config.identity;
  const claims = vendor && (await keys.verify(token, now));
  return claims?.type === type && claims.sub === vendor?.clientId;
}
