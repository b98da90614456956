import type { SsoType } from '../../../server/identity/pages/sso/sso-words.contract';
import { Section } from '../../layout/section';
import { CopiedValues } from './copied-values';
import { SetupFrame, type SetupFrameProps } from './setup-frame';
import s from './sso.module.css';

export interface ServiceValues {
  acsUrl: string;
  spEntityId: string;
  metadataUrl: string;
  redirectUri: string;
  /** Where an OpenID provider sends somebody back to who has signed out, and where it says so by itself. */
  leftUrl: string;
  logoutUrl: string;
}

/** Each provider calls the same value by a name of its own. */
const named = {
  acsUrl: {
    saml: 'ssoPages.console.saml.acs',
    okta: 'ssoPages.console.okta.acs',
    azure: 'ssoPages.console.azure.acs',
    google: 'ssoPages.console.google.acs',
  },
  spEntityId: {
    saml: 'ssoPages.console.saml.entity',
    okta: 'ssoPages.console.okta.entity',
    azure: 'ssoPages.console.azure.entity',
    google: 'ssoPages.console.google.entity',
  },
} as const satisfies Record<string, Record<Exclude<SsoType, 'oidc'>, string>>;

/** What is read of a person, by the names that each protocol has for it. */
const claims = {
  saml: ['ssoPages.claimEmail', 'ssoPages.claimName', 'ssoPages.claimGroups'],
  oidc: ['ssoPages.oidcClaimEmail', 'ssoPages.oidcClaimName', 'ssoPages.oidcClaimGroups'],
} as const;

/** What the administrator copies into the provider's console. */
export function CopyStep({ values, ...frame }: Omit<SetupFrameProps, 'at'> & { values: ServiceValues }) {
  const {
    t,
    setup: { kind },
  } = frame;
  const shown =
    kind === 'oidc'
      ? [
          { label: t('ssoPages.console.oidc.redirect'), text: values.redirectUri },
          { label: t('ssoPages.console.oidc.left'), text: values.leftUrl },
          { label: t('ssoPages.console.oidc.logout'), text: values.logoutUrl },
        ]
      : [
          { label: t(named.acsUrl[kind]), text: values.acsUrl },
          { label: t(named.spEntityId[kind]), text: values.spEntityId },
          { label: t('ssoPages.metadataOfTare'), text: values.metadataUrl },
        ];
  return (
    <SetupFrame {...frame} at="copy">
      <Section id="copy" title={t('ssoPages.copyTitle')} sentence={t('ssoPages.copySentence')}>
        <p className={s.where}>{t(`ssoPages.console.${kind}.where`)}</p>
        <CopiedValues values={shown} />
      </Section>
      {kind !== 'oidc' && (
        <Section id="signing" title={t('ssoPages.signingTitle')} sentence={t('ssoPages.signingSentence')}>
          <p className={s.where}>{t(`ssoPages.console.${kind}.signing`)}</p>
        </Section>
      )}
      <Section id="claims" title={t('ssoPages.claimsTitle')} sentence={t('ssoPages.claimsSentence')}>
        <ul className={s.list}>
          {(kind === 'oidc' ? claims.oidc : claims.saml).map((claim) => (
            <li key={claim}>{t(claim)}</li>
          ))}
          {kind === 'azure' && <li>{t('ssoPages.console.azure.groups')}</li>}
        </ul>
      </Section>
    </SetupFrame>
  );
}
