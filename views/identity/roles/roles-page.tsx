import { Badge } from '../../../client/ui/badge';
import { Button } from '../../../client/ui/button';
import { FormField } from '../../../client/ui/form-field';
import { Notice } from '../../../client/ui/notice';
import { PageHeader } from '../../../client/ui/page-header';
import type { Translate } from '../../../server/platform/i18n/messages';
import { PostForm } from '../../layout/form';
import { Section } from '../../layout/section';
import account from '../account/account.module.css';
import { ItemList } from '../account/item-list';
import { NameFields } from './name-fields';
import s from './roles.module.css';

export interface RolesPageProps {
  t: Translate;
  base: string;
  roles: {
    id: string;
    name: string;
    description: string;
    builtIn: boolean;
    isDefault: boolean;
    /** How many it holds. */
    permissions: number;
    /** How many hold it, themselves or through groups. */
    people: number;
  }[];
  /** Whoever looks may make one. */
  open: boolean;
  sought?: { text: string; found: { id: string; name: string; email: string }[] } | undefined;
  refused?: { typed: Record<string, string>; fields: Record<string, string> } | undefined;
  done?: string | undefined;
  problem?: string | undefined;
}

/** The roles of an organization, and the way to what one person may do. */
export function RolesPage({ t, base, roles, open, sought, refused, done, problem }: RolesPageProps) {
  const { typed = {}, fields = {} } = refused ?? {};
  return (
    <div className={s.page}>
      <PageHeader title={t('roles.title')} sentence={t('roles.lead')} />
      {done && <Notice tone="success">{done}</Notice>}
      {problem && <Notice tone="error">{problem}</Notice>}
      <Section id="list" title={t('roles.list')}>
        <ItemList
          items={roles.map((role) => ({
            key: role.id,
            title: <a href={`${base}/${role.id}`}>{role.name}</a>,
            badge: (
              <>
                {role.builtIn && <Badge>{t('roles.builtIn')}</Badge>}
                {role.isDefault && <Badge tone="accent">{t('roles.isDefault')}</Badge>}
              </>
            ),
            details: [
              ...(role.description === '' ? [] : [role.description]),
              t('roles.people', { count: role.people }),
              t('roles.permissions', { count: role.permissions }),
            ],
          }))}
          empty={t('roles.none')}
        />
      </Section>
      <Section id="user" title={t('roles.check')} sentence={t('roles.checkSentence')}>
        <form method="get" action={base} className={s.find}>
          <FormField name="user" kind="search" label={t('roles.user')} maxLength={254} defaultValue={sought?.text} />
          <Button type="submit">{t('roles.show')}</Button>
        </form>
        {sought && (
          <ItemList
            items={sought.found.map(({ id, name, email }) => ({
              key: id,
              title: <a href={`${base}/users/${id}`}>{name}</a>,
              details: [email],
            }))}
            empty={t('roles.noUser')}
          />
        )}
      </Section>
      {open && (
        <Section id="new" title={t('roles.new')} sentence={t('roles.newSentence')}>
          <PostForm action={base} className={account.form}>
            <NameFields t={t} shown={typed} fields={fields} />
            <FormField
              name="base"
              kind="select"
              label={t('roles.base')}
              defaultValue={typed.base ?? ''}
              error={fields.base}
              options={[
                { value: '', label: t('roles.noBase') },
                ...roles.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
            <Button type="submit" tone="primary">
              {t('roles.create')}
            </Button>
          </PostForm>
        </Section>
      )}
    </div>
  );
}
