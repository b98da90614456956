import { createHash } from 'node:crypto';
import { reply, type Route } from '../../../platform/http/define-route';
import type { IdentityParts } from '../../parts';
import { identityCall } from './identity-surface';

const path = '/identity/resources/configurations/v1/captcha-policy/public';

/** The same id for the same key, on every node. */
function idOf(siteKey: string): string {
  const digest = createHash('sha256').update(`captcha policy ${siteKey}`).digest('hex');
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-');
}

/** Whether front ends have to bring a token of the captcha provider; the setting is as old as the process that read it. */
export function captchaRoutes({ config: { captcha }, startedAt }: IdentityParts): Route[] {
  const read = startedAt.toISOString();
  const policy =
    captcha === undefined
      ? null
      : { id: idOf(captcha.siteKey), siteKey: captcha.siteKey, enabled: true, createdAt: read, updatedAt: read };
  return [
    identityCall({
      method: 'get',
      path,
      access: 'public',
      summary: 'Get the captcha provider’s site key, or null if sign-ins are not checked.',
      handle: () => reply.json(policy),
    }),
  ];
}
