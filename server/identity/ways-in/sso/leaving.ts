import type { Context, Reply } from '../../../platform/http/define-route';
import type { Visitor } from '../../../platform/visitor';
import type { IdentityParts } from '../../parts';
import { ledPage, readSeconds } from '../browser/way-on';
import { oidcLeavingAddress } from './oidc-leaving';
import { findProviderName } from './provider-session.store';
import { samlLogoutAddress } from './saml-logout.service';
import { isOidc } from './sso.rules';
import { findSsoConfig } from './sso.store';

/**
 * Where somebody goes on to who has just left here and came by a provider that wants to know. Their session here has ended by then,
 * whatever the provider makes of it.
 * @returns null for anybody else
 */
async function leavingAddress(visitor: Visitor, sessionId: string, parts: IdentityParts): Promise<string | null> {
  const { db } = visitor;
  const left = await findProviderName(db, sessionId);
  const provider = left && (await findSsoConfig(db, { tenantNumber: left.tenantNumber, id: left.configId }));
  if (!provider || provider.sloEndpoint === '') return null;
  return isOidc(provider)
    ? oidcLeavingAddress({ provider, left }, parts)
    : samlLogoutAddress(visitor, { provider, left }, parts);
}

/**
 * The page from which somebody goes on to their provider, to be signed out there as well: pages of ours may not send a form to another site.
 * @param sessionId in which they sat until now; it has ended
 * @returns null where nobody has to be told
 */
export async function leavingPage(
  context: Context<'public'>,
  parts: IdentityParts,
  sessionId: string | null,
): Promise<Reply | null> {
  const to = sessionId === null ? null : await leavingAddress(context.visitor, sessionId, parts);
  return to === null
    ? null
    : ledPage(context, {
        tone: 'info',
        title: 'sso.leaveTitle',
        says: 'sso.leave',
        params: { host: new URL(to).host },
        to,
        label: 'sso.leaveNow',
        seconds: readSeconds,
      });
}
