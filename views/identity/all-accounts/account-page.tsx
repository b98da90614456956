import { Badge } from '../../../client/ui/badge';
import { Button, LinkButton } from '../../../client/ui/button';
import { FormField } from '../../../client/ui/form-field';
import { createFormat } from '../../../client/ui/format';
import { Notice } from '../../../client/ui/notice';
import { PageHeader } from '../../../client/ui/page-header';
import { DescriptionList } from '../../layout/description-list';
import { PostForm } from '../../layout/form';
import { Section } from '../../layout/section';
import type { AccountPageProps } from './account-page-props';
import { AccountPeople } from './account-people';
import s from './all-accounts.module.css';

/** An account below an organization. */
export function AccountPage(props: AccountPageProps) {
  const { t, settings, base, account, can, done, refused } = props;
  const { id, name, suspended, path, people, below, createdAt } = account;
  const format = createFormat(settings);
  const other = refused?.form === 'other' ? (refused.problem ?? Object.values(refused.fields)[0]) : refused?.problem;
  return (
    <div className={s.page}>
      <PageHeader
        title={name}
        badge={suspended ? <Badge>{t('allAccounts.suspended')}</Badge> : undefined}
        back={{ href: base, label: t('allAccounts.title') }}
        actions={
          can.open && (
            <PostForm action={`${base}/${id}/open`}>
              <Button type="submit" tone="primary">
                {t('allAccounts.openThis')}
              </Button>
            </PostForm>
          )
        }
      />
      {done && <Notice tone="success">{done}</Notice>}
      {other && <Notice tone="error">{other}</Notice>}
      {suspended && <Notice tone="info">{t('allAccounts.suspendedSentence')}</Notice>}
      <DescriptionList
        items={[
          { term: t('allAccounts.path'), value: path.join(' › ') },
          { term: t('allAccounts.created'), value: format.dateTime(createdAt) },
          { term: t('allAccounts.people'), value: format.number(people) },
          { term: t('allAccounts.accounts'), value: format.number(below) },
        ]}
      />
      {(can.create || can.rename || can.remove) && (
        <p className={s.actions}>
          {can.create && <LinkButton href={`${base}/new?parent=${id}`}>{t('allAccounts.create')}</LinkButton>}
          {can.rename && <LinkButton href={`${base}/${id}/move`}>{t('allAccounts.move')}</LinkButton>}
          {can.remove && <LinkButton href={`${base}/${id}/delete`}>{t('allAccounts.delete')}</LinkButton>}
        </p>
      )}
      {props.people && <AccountPeople {...props} people={props.people} />}
      {can.rename && (
        <Section id="name" title={t('allAccounts.rename')} sentence={t('allAccounts.renameLead')}>
          <PostForm action={`${base}/${id}/name`} className={s.form}>
            <FormField
              name="name"
              id="account-name"
              label={t('allAccounts.name')}
              required
              maxLength={200}
              autoComplete="off"
              defaultValue={refused?.form === 'name' ? refused.typed.name : name}
              error={refused?.form === 'name' ? refused.fields.name : undefined}
            />
            <Button type="submit">{t('allAccounts.save')}</Button>
          </PostForm>
        </Section>
      )}
    </div>
  );
}
