import { Button, LinkButton } from '../../../client/ui/button';
import { FormField } from '../../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../../client/ui/format';
import { Notice } from '../../../client/ui/notice';
import { PageHeader } from '../../../client/ui/page-header';
import type { Translate } from '../../../server/platform/i18n/messages';
import { DescriptionList } from '../../layout/description-list';
import { PostForm } from '../../layout/form';
import { Section } from '../../layout/section';
import s from './all-accounts.module.css';

export interface DeleteAccountPageProps {
  t: Translate;
  settings: FormatSettings;
  base: string;
  account: { id: string; name: string };
  depends: { people: number; below: number; sites: number; locations: number; events: boolean };
  /** Why it has to stay; null where it need not. */
  why: string | null;
  refused?: { typed: Record<string, string>; fields: Record<string, string>; problem?: string | undefined } | undefined;
}

/** What goes with an account, before it does. */
export function DeleteAccountPage({ t, settings, base, account, depends, why, refused }: DeleteAccountPageProps) {
  const format = createFormat(settings);
  const at = `${base}/${account.id}`;
  const { typed = {}, fields = {}, problem } = refused ?? {};
  return (
    <div className={s.page}>
      <PageHeader
        title={t('allAccounts.deleteTitle', { name: account.name })}
        sentence={t('allAccounts.deleteLead')}
        back={{ href: at, label: account.name }}
      />
      {(why ?? problem) && <Notice tone="error">{why ?? problem}</Notice>}
      <Section id="depends" title={t('allAccounts.depends')}>
        <DescriptionList
          items={[
            { term: t('allAccounts.people'), value: format.number(depends.people) },
            { term: t('allAccounts.accounts'), value: format.number(depends.below) },
            { term: t('allAccounts.sites'), value: format.number(depends.sites) },
            { term: t('allAccounts.locations'), value: format.number(depends.locations) },
            { term: t('allAccounts.events'), value: t(depends.events ? 'allAccounts.yes' : 'allAccounts.no') },
          ]}
        />
      </Section>
      {why === null && (
        <PostForm action={`${at}/delete`} className={s.form}>
          <FormField
            name="name"
            label={t('allAccounts.typeName')}
            hint={account.name}
            required
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            defaultValue={typed.name}
            error={fields.name}
          />
          <div className={s.actions}>
            <Button type="submit" tone="danger">
              {t('allAccounts.deleteAction')}
            </Button>
            <LinkButton href={at}>{t('allAccounts.cancel')}</LinkButton>
          </div>
        </PostForm>
      )}
    </div>
  );
}
