import { createPublicKey } from 'node:crypto';
import { internalOrganisation } from '../../../platform/actor';
import { reply, type Route } from '../../../platform/http/define-route';
import { accessTokenSeconds } from '../../core/tokens/key-schedule.rules';
import type { IdentityParts } from '../../parts';
import { sessionCeiling } from '../../policies/sessions/session-policy.rules';
import { identityCall } from '../wire/identity-surface';

/** What holds for the whole installation. */
export function globalPolicyRoutes({ config, tokens }: Pick<IdentityParts, 'config' | 'tokens'>): Route[] {
  return [
    identityCall({
      method: 'get',
      path: '/identity/resources/configurations/v1',
      access: 'signed-in',
      opens: { programs: true },
      vendorToo: true,
      summary: 'Get the installation’s policy, with the public key that verifies access tokens.',
      async handle(_input, { db, now }) {
        const [key] = await tokens.keys.published(now);
        if (!key) throw new Error('there is no key to sign with');
        const { id, created_at: begun } = await db
          .selectFrom('identity.tenant')
          .select(['id', 'created_at'])
          .where('number', '=', internalOrganisation)
          .executeTakeFirstOrThrow();
        return reply.json({
          id,
          createdAt: begun.toISOString(),
          updatedAt: begun.toISOString(),
          publicKey: createPublicKey({ key: { ...key }, format: 'jwk' }).export({ type: 'spki', format: 'pem' }),
          cookieSameSite: config.identity.corsOrigins.length > 0 ? 'NONE' : 'LAX',
          defaultTokenExpiration: accessTokenSeconds,
          defaultRefreshTokenExpiration: sessionCeiling.lifeSeconds,
          allowSignups: config.identity.signUps,
          apiTokensEnabled: config.identity.apiTokens,
          allowOverrideEnforcePasswordHistory: true,
          allowOverridePasswordComplexity: true,
          allowOverridePasswordExpiration: true,
        });
      },
    }),
  ];
}
