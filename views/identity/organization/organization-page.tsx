import { Button } from '../../../client/ui/button';
import { FormField, type FieldOption } from '../../../client/ui/form-field';
import { Icon } from '../../../client/ui/icon';
import { Notice } from '../../../client/ui/notice';
import { PageHeader } from '../../../client/ui/page-header';
import type { TenantSettings } from '../../../server/identity/core/tenants/settings.contract';
import type { Translate } from '../../../server/platform/i18n/messages';
import { PostForm } from '../../layout/form';
import { Section } from '../../layout/section';
import account from '../account/account.module.css';
import r from '../roles/roles.module.css';
import s from './organization.module.css';

type Chosen = 'timezone' | 'currency' | 'dateFormat' | 'timeFormat';

export interface OrganizationPageProps {
  t: Translate;
  base: string;
  /** As the product keeps it. */
  organization: { name: string; timeZone: string; currency: string };
  settings: TenantSettings;
  options: Record<Chosen, FieldOption[]>;
  mostPictureBytes: number;
  /** Whoever looks may change it. */
  open: boolean;
  refused?: { typed: Record<string, string>; fields: Record<string, string> } | undefined;
  done?: string | undefined;
  problem?: string | undefined;
}

/** What an organization says of itself to applications of the identity API. */
export function OrganizationPage(props: OrganizationPageProps) {
  const { t, organization, open, refused, done, problem } = props;
  return (
    <div className={r.page}>
      <PageHeader
        title={t('organizationSettings.title')}
        sentence={t(open ? 'organizationSettings.lead' : 'security.readOnly')}
      />
      {done && <Notice tone="success">{done}</Notice>}
      {(problem ?? refused) && <Notice tone="error">{problem ?? t('security.notSaved')}</Notice>}
      <p className={s.used}>
        {t('organizationSettings.used', { zone: organization.timeZone, currency: organization.currency })}
      </p>
      <Details {...props} />
      <Logo {...props} />
    </div>
  );
}

function Details({ t, base, organization, settings, options, open, refused }: OrganizationPageProps) {
  const { typed = {}, fields = {} } = refused ?? {};
  const shown = (field: keyof TenantSettings) => typed[field] ?? settings[field] ?? '';
  const select = (field: Chosen) => (
    <FormField
      name={field}
      kind="select"
      label={t(`organizationSettings.${field}`)}
      defaultValue={shown(field)}
      error={fields[field]}
      options={[{ value: '', label: t('organizationSettings.notSet') }, ...options[field]]}
    />
  );
  const web = (field: 'website' | 'applicationUrl') => (
    <FormField
      name={field}
      kind="url"
      label={t(`organizationSettings.${field}`)}
      note={t('security.optional')}
      placeholder="https://"
      maxLength={2000}
      defaultValue={shown(field)}
      error={fields[field]}
    />
  );
  const entries = (
    <>
      <FormField
        name="name"
        label={t('organizationSettings.name')}
        required
        maxLength={200}
        autoComplete="organization"
        defaultValue={typed.name ?? organization.name}
        error={fields.name}
      />
      <FormField
        name="address"
        kind="textarea"
        rows={3}
        label={t('organizationSettings.address')}
        note={t('security.optional')}
        maxLength={500}
        autoComplete="street-address"
        defaultValue={shown('address')}
        error={fields.address}
      />
      <div className={s.pair}>
        {web('website')}
        {web('applicationUrl')}
        {select('timezone')}
        {select('currency')}
        {select('dateFormat')}
        {select('timeFormat')}
      </div>
    </>
  );
  return (
    <Section id="details" title={t('organizationSettings.details')}>
      {open ? (
        <PostForm action={base} className={s.fields}>
          {entries}
          <Button type="submit" tone="primary">
            {t('security.save')}
          </Button>
        </PostForm>
      ) : (
        <fieldset disabled className={s.fields}>
          <legend className="visually-hidden">{t('organizationSettings.details')}</legend>
          {entries}
        </fieldset>
      )}
    </Section>
  );
}

function Logo({ t, base, organization, settings: { logo }, mostPictureBytes, open, refused }: OrganizationPageProps) {
  const error = refused?.fields.image;
  return (
    <Section id="logo" title={t('organizationSettings.logo')} sentence={t('organizationSettings.logoSentence')}>
      <div className={account.picture}>
        <LogoShown t={t} logo={logo} name={organization.name} />
        {open && (
          <PostForm action={`${base}/logo`} encType="multipart/form-data" className={account.form}>
            <div className={account.file}>
              <label htmlFor="field-image" className={account.label}>
                {t('account.profile.file')}
              </label>
              <input
                className={account.chosen}
                id="field-image"
                type="file"
                name="image"
                accept="image/png,image/jpeg,image/webp,image/gif"
                required
                data-most-bytes={mostPictureBytes}
                data-too-large={t('account.profile.pictureTooLarge')}
                aria-describedby={error ? 'image-error' : undefined}
                aria-invalid={error ? true : undefined}
              />
              {error && (
                <p id="image-error" className={account.error}>
                  <Icon name="error" />
                  {error}
                </p>
              )}
            </div>
            <Button type="submit">{t('organizationSettings.uploadLogo')}</Button>
          </PostForm>
        )}
        {open && logo && (
          <PostForm action={`${base}/logo/remove`}>
            <Button type="submit" tone="quiet">
              {t('organizationSettings.removeLogo')}
            </Button>
          </PostForm>
        )}
      </div>
    </Section>
  );
}

/** Pictures of other sites are not shown: they would learn who looks. */
function LogoShown({ t, logo, name }: { t: Translate; logo: string | undefined; name: string }) {
  if (!logo) return <p className={r.muted}>{t('organizationSettings.noLogo')}</p>;
  if (logo.startsWith('data:'))
    return <img className={s.logo} src={logo} alt={t('organizationSettings.logoOf', { name })} />;
  return (
    <a className={s.link} href={logo} rel="noreferrer">
      {logo}
    </a>
  );
}
