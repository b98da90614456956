import { reply, type Route } from '../../../platform/http/define-route';
import type { IdentityParts } from '../../parts';
import { spCertificates } from '../../ways-in/sso/sp-keys';
import { metadataType, spMetadata } from '../../ways-in/sso/sp-metadata';
import { logoutUrl, serviceProvider } from '../../ways-in/sso/sso.presentation';
import { identityCall } from '../wire/identity-surface';

/** What identity providers read of this installation. */
export function spMetadataRoutes({ config, secret }: IdentityParts): Route[] {
  return [
    identityCall({
      method: 'get',
      path: '/auth/saml/metadata',
      access: 'public',
      summary: 'Get the SAML metadata of this installation, for identity providers.',
      handle: async (_input, { db, now }) =>
        reply.text(
          spMetadata({
            ...serviceProvider(config.publicUrl),
            logoutUrl: logoutUrl(config.publicUrl),
            certificates: await spCertificates({ db, secret, now }),
          }),
          metadataType,
        ),
    }),
  ];
}
