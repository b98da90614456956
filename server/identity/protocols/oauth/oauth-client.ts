import type { Db, Trx } from '../../../platform/db/database';
import { clientScopes } from '../../core/tokens/client-scopes.rules';
import type { IdentityConfig } from '../../ports';
import { publicId } from '../../wire.contract';
import { findClientRow, type ClientRow } from './oauth-client.store';

/** A program that people sign in to by this server. */
export interface OAuthClient extends Omit<ClientRow, 'createdAt' | 'updatedAt'> {
  /** The installation's own front end: its ID tokens are bearers too. */
  own: boolean;
}

/** Where the published front end comes back to, below the origin of its page. */
export const ownCallback = '/oauth/callback';
const callbackAt = (origin: string) => `${origin}${ownCallback}`;

/** Where our own pages come back to. */
export const ownRedirectUri = ({ publicUrl }: Pick<IdentityConfig, 'publicUrl'>): string =>
  callbackAt(new URL(publicUrl).origin);

export function ownClient({ publicUrl, identity }: IdentityConfig): OAuthClient {
  const origins = [new URL(publicUrl).origin, ...identity.corsOrigins];
  return {
    id: identity.clientId,
    name: 'Tare',
    own: true,
    authMethod: 'none',
    secretHash: null,
    allowedOrigins: [...identity.corsOrigins],
    scopes: [...clientScopes],
    switchedOff: false,
    redirectUris: origins.map(callbackAt),
    postLogoutRedirectUris: origins.flatMap((origin) => [
      origin,
      `${origin}/`,
      `${origin}/login`,
      `${origin}/account/login`,
    ]),
  };
}

/** @returns null for one that there is not, or that is switched off */
export async function findClient(db: Db | Trx, config: IdentityConfig, id: string): Promise<OAuthClient | null> {
  if (id === config.identity.clientId) return ownClient(config);
  const known = publicId.safeParse(id);
  const row = known.success ? await findClientRow(db, known.data) : null;
  return row && !row.switchedOff ? { ...row, own: false } : null;
}
