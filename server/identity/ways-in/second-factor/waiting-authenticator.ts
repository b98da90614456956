import { listAuthenticators } from '../../core/factors/factor.store';
import { qrCodeOf } from '../../core/secrets/totp';
import type { IdentityParts } from '../../parts';
import { pendingSeconds } from '../../policies/mfa/factor.rules';
import type { Owner } from './own-factors.service';
import { authenticatorPurpose } from './proof';

/** What the app is to scan of the authenticator that waits for its first code; null where none does. */
export async function waitingAuthenticator(
  {
    acting: {
      actor: { userId, login },
      db,
      now,
    },
  }: Owner,
  { tokens }: Pick<IdentityParts, 'tokens'>,
): Promise<{ qrCode: string; secret: string } | null> {
  const [waiting] = await db
    .transaction()
    .execute((trx) =>
      listAuthenticators(trx, userId, { confirmed: false, since: new Date(now.getTime() - pendingSeconds * 1000) }),
    );
  if (!waiting) return null;
  const secret = tokens.secrets.open(authenticatorPurpose, waiting.sealedSecret);
  return { qrCode: await qrCodeOf(secret, login), secret };
}
