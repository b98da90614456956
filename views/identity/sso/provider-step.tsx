import { Button } from '../../../client/ui/button';
import { FormField } from '../../../client/ui/form-field';
import type { FormatSettings } from '../../../client/ui/format';
import { Icon } from '../../../client/ui/icon';
import type { Translate } from '../../../server/platform/i18n/messages';
import { DescriptionList } from '../../layout/description-list';
import { PostForm } from '../../layout/form';
import { Section } from '../../layout/section';
import account from '../account/account.module.css';
import { CertificateEnd, type CertificateView } from './certificate-end';
import { SetupFrame, type SetupFrameProps } from './setup-frame';
import s from './sso.module.css';

interface KnownProvider {
  endpoint: string;
  entityId: string;
  /** PEM. */
  certificate: string;
  certificates: CertificateView[];
  signRequest: boolean;
  clientId: string;
  hasSecret: boolean;
  /** Where an OpenID provider is told that somebody leaves; empty where it is not told. */
  signOutUrl: string;
}

/** What was typed, and why it was not taken. */
export interface RefusedInput {
  typed: Record<string, string>;
  fields: Record<string, string>;
}

export type ProviderStepProps = Omit<SetupFrameProps, 'at'> & {
  settings: FormatSettings;
  known: KnownProvider;
  refused?: RefusedInput | undefined;
  mostMetadataBytes: number;
};

/** What Tare has to know of the provider. */
export function ProviderStep({
  settings,
  known,
  refused = { typed: {}, fields: {} },
  mostMetadataBytes,
  ...frame
}: ProviderStepProps) {
  const { t, setup } = frame;
  const action = `/sso/${setup.id}`;
  return (
    <SetupFrame {...frame} at="provider">
      {known.endpoint !== '' && (
        <Section id="known" title={t('ssoPages.knownTitle')}>
          <Known t={t} settings={settings} kind={setup.kind} known={known} />
        </Section>
      )}
      {setup.open &&
        (setup.kind === 'oidc' ? (
          <OidcForm t={t} action={`${action}/provider`} known={known} refused={refused} />
        ) : (
          <>
            <Section
              id="from-metadata"
              title={t('ssoPages.metadataTitle')}
              sentence={t(`ssoPages.console.${setup.kind}.metadata`)}
            >
              <PostForm action={`${action}/provider`} className={account.form}>
                <input type="hidden" name="act" value="url" />
                <FormField
                  name="url"
                  kind="url"
                  label={t('ssoPages.metadataUrl')}
                  error={refused.fields.url}
                  required
                  maxLength={2000}
                  autoComplete="off"
                  defaultValue={refused.typed.url}
                />
                <Button type="submit" tone="primary">
                  {t('ssoPages.fetchMetadata')}
                </Button>
              </PostForm>
              <div className={s.block}>
                <h3>{t('ssoPages.orMetadata')}</h3>
                <PostForm action={`${action}/metadata`} className={account.form} encType="multipart/form-data">
                  <MetadataFile t={t} most={mostMetadataBytes} error={refused.fields.file} />
                  <FormField
                    name="metadata"
                    kind="textarea"
                    rows={4}
                    label={t('ssoPages.metadataText')}
                    error={refused.fields.metadata}
                    spellCheck={false}
                    defaultValue={refused.typed.metadata}
                  />
                  <Button type="submit">{t('ssoPages.readMetadata')}</Button>
                </PostForm>
              </div>
            </Section>
            <HandForm t={t} action={`${action}/provider`} known={known} refused={refused} />
          </>
        ))}
    </SetupFrame>
  );
}

function Known({
  t,
  settings,
  kind,
  known,
}: {
  t: Translate;
  settings: FormatSettings;
  kind: string;
  known: KnownProvider;
}) {
  const { endpoint, entityId, certificates, clientId, hasSecret, signOutUrl } = known;
  if (kind === 'oidc')
    return (
      <DescriptionList
        items={[
          { term: t('ssoPages.issuer'), value: endpoint },
          { term: t('ssoPages.clientId'), value: clientId },
          { term: t('ssoPages.clientSecret'), value: t(hasSecret ? 'ssoPages.secretKept' : 'ssoPages.secretMissing') },
          ...(signOutUrl === '' ? [] : [{ term: t('ssoPages.signOutUrl'), value: signOutUrl }]),
        ]}
      />
    );
  const ends = certificates.map((certificate) => (
    <li key={certificate.notAfter}>
      <CertificateEnd t={t} settings={settings} certificate={certificate} />
    </li>
  ));
  return (
    <DescriptionList
      items={[
        { term: t('ssoPages.endpoint'), value: endpoint },
        { term: t('ssoPages.idpEntityId'), value: entityId === '' ? t('ssoPages.entityUnknown') : entityId },
        {
          term: t('ssoPages.certificate'),
          value: ends.length === 0 ? t('ssoPages.certificateMissing') : <ul className={s.values}>{ends}</ul>,
        },
      ]}
    />
  );
}

function MetadataFile({ t, most, error }: { t: Translate; most: number; error: string | undefined }) {
  return (
    <div className={account.file}>
      <label className={account.label} htmlFor="field-file">
        {t('ssoPages.metadataFile')}
      </label>
      <input
        id="field-file"
        className={account.chosen}
        type="file"
        name="file"
        accept=".xml,application/xml,text/xml,application/samlmetadata+xml"
        data-most-bytes={most}
        data-too-large={t('ssoPages.fileTooLarge')}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'field-file-error' : undefined}
      />
      {error && (
        <p id="field-file-error" className={account.error}>
          <Icon name="error" />
          {error}
        </p>
      )}
    </div>
  );
}

interface FormProps {
  t: Translate;
  action: string;
  known: KnownProvider;
  refused: RefusedInput;
}

function HandForm({ t, action, known, refused: { typed, fields } }: FormProps) {
  return (
    <Section id="by-hand" title={t('ssoPages.byHandTitle')} sentence={t('ssoPages.byHandSentence')}>
      <PostForm action={action} className={account.form}>
        <input type="hidden" name="act" value="hand" />
        <FormField
          name="ssoEndpoint"
          kind="url"
          label={t('ssoPages.endpoint')}
          error={fields.ssoEndpoint}
          required
          maxLength={2000}
          autoComplete="off"
          defaultValue={typed.ssoEndpoint ?? known.endpoint}
        />
        <FormField
          name="publicCertificate"
          kind="textarea"
          rows={6}
          label={t('ssoPages.certificate')}
          hint={t('ssoPages.certificateHint')}
          error={fields.publicCertificate}
          required
          maxLength={30000}
          spellCheck={false}
          defaultValue={typed.publicCertificate ?? known.certificate}
        />
        <FormField
          name="signRequest"
          kind="checkbox"
          value="on"
          label={t('ssoPages.signRequest')}
          defaultChecked={'ssoEndpoint' in typed ? typed.signRequest === 'on' : known.signRequest}
        />
        <Button type="submit">{t('ssoPages.save')}</Button>
      </PostForm>
    </Section>
  );
}

function OidcForm({ t, action, known, refused: { typed, fields } }: FormProps) {
  return (
    <Section id="oidc" title={t('ssoPages.oidcTitle')} sentence={t('ssoPages.oidcSentence')}>
      <PostForm action={action} className={account.form}>
        <input type="hidden" name="act" value="oidc" />
        <FormField
          name="ssoEndpoint"
          kind="url"
          label={t('ssoPages.issuer')}
          hint={t('ssoPages.issuerHint')}
          error={fields.ssoEndpoint}
          required
          maxLength={2000}
          autoComplete="off"
          defaultValue={typed.ssoEndpoint ?? known.endpoint}
        />
        <FormField
          name="oidcClientId"
          label={t('ssoPages.clientId')}
          error={fields.oidcClientId}
          required
          maxLength={500}
          autoComplete="off"
          spellCheck={false}
          defaultValue={typed.oidcClientId ?? known.clientId}
        />
        <FormField
          name="oidcSecret"
          kind="password"
          label={t('ssoPages.clientSecret')}
          hint={known.hasSecret ? t('ssoPages.secretHint') : undefined}
          error={fields.oidcSecret}
          required={!known.hasSecret}
          maxLength={2000}
          autoComplete="off"
        />
        <FormField
          name="sloEndpoint"
          kind="url"
          label={t('ssoPages.signOutUrl')}
          hint={t('ssoPages.signOutHint')}
          error={fields.sloEndpoint}
          maxLength={2000}
          autoComplete="off"
          defaultValue={typed.sloEndpoint ?? known.signOutUrl}
        />
        <Button type="submit" tone="primary">
          {t('ssoPages.save')}
        </Button>
      </PostForm>
    </Section>
  );
}
