import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Change } from '../../../platform/audit';
import type { Trx } from '../../../platform/db/database';
import { ssoActions } from '../../identity.audit';
import type { SsoConfig } from './sso.store';

type Settings = Pick<
  SsoConfig,
  'type' | 'ssoEndpoint' | 'ssoBinding' | 'idpEntityId' | 'publicCertificate' | 'oidcClientId' | 'sealedSecret'
>;

/** What a test has tried: another of these is another provider, or the same one with what it has not been tried with. */
export const settingsHash = ({
  type,
  ssoEndpoint,
  ssoBinding,
  idpEntityId,
  publicCertificate,
  oidcClientId,
  sealedSecret,
}: Settings): Buffer =>
  createHash('sha256')
    .update(
      JSON.stringify([
        type,
        ssoEndpoint,
        idpEntityId,
        publicCertificate,
        oidcClientId,
        sealedSecret?.toString('base64') ?? null,
        ...(ssoBinding === 'post' ? [ssoBinding] : []),
      ]),
    )
    .digest();

type Why = 'byHand' | 'off' | 'untested' | 'noDomain' | 'removed';

interface Lifting {
  config: SsoConfig;
  audit(trx: Trx, change: Change): Promise<void>;
}

/** Lets people of a provider's domains come in as they like again. @returns whether they could not */
export async function lift(trx: Trx, { config, audit }: Lifting, why: Why): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update identity.sso_config set enforced_at = null, break_glass_user_id = null where id = ${config.number} and enforced_at is not null`.execute(
      trx,
    );
  if (numAffectedRows !== 1n) return false;
  await audit(trx, { action: ssoActions.lift, entity: 'ssoConfig', entityId: config.id, after: { why } });
  return true;
}

/** The same where a change has left nobody a way in by the provider, or one that nobody has tried. @param config as it is after the change */
export async function liftIfUnfit(trx: Trx, lifting: Lifting): Promise<void> {
  const { config } = lifting;
  const { rows } = await sql<{
    settings: Buffer | null;
  }>`select tested_settings as settings from identity.sso_config where id = ${config.number} and enforced_at is not null`.execute(
    trx,
  );
  const [enforced] = rows;
  if (!enforced) return;
  if (!config.enabled) await lift(trx, lifting, 'off');
  else if (!config.domains.some(({ validatedAt }) => validatedAt !== null)) await lift(trx, lifting, 'noDomain');
  else if (!enforced.settings || !settingsHash(config).equals(enforced.settings)) await lift(trx, lifting, 'untested');
}
