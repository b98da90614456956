import { Button } from '../../../client/ui/button';
import { FormField } from '../../../client/ui/form-field';
import { Notice } from '../../../client/ui/notice';
import { PageHeader } from '../../../client/ui/page-header';
import type { Translate } from '../../../server/platform/i18n/messages';
import { DescriptionList } from '../../layout/description-list';
import { PostForm } from '../../layout/form';
import s from './all-accounts.module.css';

export interface NewAccountPageProps {
  t: Translate;
  base: string;
  /** Name of the organization at the top, from which the new account takes over. */
  own: string;
  /** What the account will stand below. */
  above: { id: string; name: string };
  /** Whoever looks may create one. */
  open: boolean;
  refused?: { typed: Record<string, string>; fields: Record<string, string>; problem?: string | undefined } | undefined;
}

/** A form for an account below the organization, or below one of those. */
export function NewAccountPage({ t, base, own, above, open, refused }: NewAccountPageProps) {
  const { typed = {}, fields = {}, problem } = refused ?? {};
  return (
    <div className={s.page}>
      <PageHeader
        title={t('allAccounts.create')}
        sentence={`${t('allAccounts.createLead', { name: own })} ${t('allAccounts.createdNext')}`}
        back={{ href: base, label: t('allAccounts.title') }}
      />
      {problem && <Notice tone="error">{problem}</Notice>}
      {open ? (
        <PostForm action={`${base}/new`} className={s.form}>
          <DescriptionList items={[{ term: t('allAccounts.parent'), value: above.name }]} />
          <input type="hidden" name="parent" value={above.id} />
          <FormField
            name="name"
            label={t('allAccounts.name')}
            required
            maxLength={200}
            autoComplete="off"
            defaultValue={typed.name}
            error={fields.name}
          />
          <FormField
            name="alias"
            label={t('allAccounts.alias')}
            note={t('security.optional')}
            hint={t('allAccounts.aliasHint')}
            maxLength={63}
            autoComplete="off"
            defaultValue={typed.alias}
            error={fields.alias}
          />
          <FormField
            name="website"
            kind="url"
            label={t('allAccounts.website')}
            note={t('security.optional')}
            placeholder="https://"
            maxLength={2000}
            defaultValue={typed.website}
            error={fields.website}
          />
          <FormField
            name="resells"
            kind="checkbox"
            value="on"
            label={t('allAccounts.resells')}
            defaultChecked={typed.resells === 'on'}
          />
          <Button type="submit" tone="primary">
            {t('allAccounts.create')}
          </Button>
        </PostForm>
      ) : (
        <Notice tone="info">{t('allAccounts.noReseller')}</Notice>
      )}
    </div>
  );
}
