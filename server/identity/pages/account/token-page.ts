import { z } from 'zod';
import type { NewTokenView } from '../../../../views/identity/api-tokens/new-token';
import type { TokenPageView } from '../../../../views/identity/api-tokens/token-list';
import type { Context } from '../../../platform/http/define-route';
import { nameOfRole } from '../../../platform/role-names';
import { isExpired } from '../../core/api-tokens/api-token.rules';
import type { MadeToken } from '../../core/api-tokens/api-token.service';
import { countTokens, listTokens, type TokenOwner } from '../../core/api-tokens/api-token.store';

const rows = 25;

export const tokensQuery = z.object({
  page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
  done: z.literal('deleted').optional().catch(undefined),
});

/** A page of somebody's tokens as the screens show it; behind the last there is the last. */
export async function tokenPage(
  { db, now, t }: Pick<Context, 'db' | 'now' | 't'>,
  owner: TokenOwner,
  { base, page }: { base: string; page: number },
): Promise<TokenPageView> {
  const total = await countTokens(db, owner);
  const at = Math.min(page, Math.max(1, Math.ceil(total / rows)));
  const offset = (at - 1) * rows;
  const tokens = await listTokens(db, owner, { limit: rows, offset });
  return {
    total,
    from: tokens.length === 0 ? 0 : offset + 1,
    to: offset + tokens.length,
    previousHref: at > 1 ? `${base}?page=${at - 1}` : undefined,
    nextHref: offset + tokens.length < total ? `${base}?page=${at + 1}` : undefined,
    tokens: tokens.map(({ id, kind, description, createdAt, lastUsedAt, expiresAt, roles }) => ({
      id,
      kind,
      name: description,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      expiresAt: expiresAt?.toISOString() ?? null,
      expired: isExpired({ expiresAt }, now),
      roles: owner.userId === null ? roles.map((role) => nameOfRole(t, role)) : null,
    })),
  };
}

export const madeView = ({ token: { id, kind, description }, secret }: MadeToken): NewTokenView => ({
  name: description,
  clientId: kind === 'API' ? id : null,
  secret,
});
