import type { Context, Reply } from '../../platform/http/define-route';
import { ledPage, readSeconds } from '../login-box/way-on';
import type { IdentityParts } from '../parts';
import { samlLogoutAddress } from './saml-logout.service';

/**
 * The page from which somebody goes on to their provider, to be signed out there as well: pages of ours may not send a form to another site.
 * @param sessionId in which they sat until now; it has ended
 * @returns null where nobody has to be told
 */
export async function leavingPage(context: Context<'public'>, parts: IdentityParts, sessionId: string | null): Promise<Reply | null> {
  const to = sessionId === null ? null : await samlLogoutAddress(context.visitor, sessionId, parts);
  return to === null ? null : ledPage(context, { tone: 'info', title: 'sso.leaveTitle', says: 'sso.leave', params: { host: new URL(to).host }, to, label: 'sso.leaveNow', seconds: readSeconds });
}
