import { Badge } from '../../../client/ui/badge';
import { Button, LinkButton } from '../../../client/ui/button';
import { FormField } from '../../../client/ui/form-field';
import { Notice } from '../../../client/ui/notice';
import { PageHeader } from '../../../client/ui/page-header';
import type { Translate } from '../../../server/platform/i18n/messages';
import { PostForm } from '../../layout/form';
import { Section } from '../../layout/section';
import { ItemList } from '../account/item-list';
import { NameFields } from './name-fields';
import s from './roles.module.css';

interface ListedPermission {
  key: string;
  /** What it lets somebody do. */
  name: string;
  category: 'identity' | 'product';
  /** The name of its box. */
  box: string;
  held: boolean;
  /** Whoever looks may give and take it. */
  yours: boolean;
}

export interface RolePageProps {
  t: Translate;
  base: string;
  role: { id: string; name: string; description: string; isDefault: boolean; builtIn: boolean };
  permissions: ListedPermission[];
  holders: { id: string; name: string; email: string; groups: string[] }[];
  /** There are more than are named. */
  more: boolean;
  open: boolean;
  removable: boolean;
  fields?: Record<string, string> | undefined;
  done?: string | undefined;
  problem?: string | undefined;
}

const categories = ['product', 'identity'] as const;

/** One role: what it allows and who holds it. */
export function RolePage(props: RolePageProps) {
  const { t, base, role, permissions, holders, more, open, removable, done, problem } = props;
  return (
    <div className={s.page}>
      <PageHeader
        title={role.name}
        sentence={role.builtIn ? t('roles.builtInSentence') : undefined}
        actions={<LinkButton href={base}>{t('roles.back')}</LinkButton>}
      />
      {done && <Notice tone="success">{done}</Notice>}
      {problem && <Notice tone="error">{problem}</Notice>}
      {open ? (
        <EditForm {...props} />
      ) : (
        <Section id="permissions" title={t('roles.permissionsTitle')}>
          <ItemList
            items={permissions.map(({ key, name }) => ({
              key,
              title: name,
              details: [
                <code key="key" className={s.code}>
                  {key}
                </code>,
              ],
            }))}
            empty={t('roles.noPermissions')}
          />
        </Section>
      )}
      <Section id="people" title={t('roles.holders')} sentence={more ? t('roles.firstHolders') : undefined}>
        <ItemList
          items={holders.map(({ id, name, email, groups }) => ({
            key: id,
            title: <a href={`${base}/users/${id}`}>{name}</a>,
            badge: groups.map((group) => <Badge key={group}>{t('roles.through', { group })}</Badge>),
            details: [email],
          }))}
          empty={t('roles.noHolders')}
        />
      </Section>
      {removable && (
        <PostForm
          action={`${base}/${role.id}/delete`}
          data-confirm={t('roles.deleteConfirm', { name: role.name, count: holders.length })}
          data-confirm-yes={t('roles.delete')}
        >
          <Button type="submit" tone="danger">
            {t('roles.delete')}
          </Button>
        </PostForm>
      )}
    </div>
  );
}

function EditForm({ t, base, role, permissions, fields = {} }: RolePageProps) {
  return (
    <PostForm action={`${base}/${role.id}`} className={s.form}>
      <input type="hidden" name="act" value="review" />
      <div className={s.fields}>
        <NameFields t={t} shown={role} fields={fields} />
        <FormField
          name="isDefault"
          kind="checkbox"
          value="on"
          label={t('roles.giveDefault')}
          defaultChecked={role.isDefault}
        />
      </div>
      {categories.map((category) => (
        <fieldset key={category} className={s.category}>
          <legend>{t(`identity.categories.${category}`)}</legend>
          <div className={s.boxes}>
            {permissions
              .filter((one) => one.category === category)
              .map(({ key, name, box, held, yours }) => (
                <FormField
                  key={key}
                  id={box}
                  name={box}
                  kind="checkbox"
                  value="on"
                  label={name}
                  hint={yours ? key : t('roles.notYours')}
                  defaultChecked={held}
                  disabled={!yours}
                />
              ))}
          </div>
        </fieldset>
      ))}
      <div className={s.actions}>
        <Button type="submit" tone="primary">
          {t('roles.reviewAction')}
        </Button>
      </div>
    </PostForm>
  );
}
