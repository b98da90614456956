import { Badge } from '../../../client/ui/badge';
import { Button, LinkButton } from '../../../client/ui/button';
import { FormField } from '../../../client/ui/form-field';
import { Notice } from '../../../client/ui/notice';
import { PageHeader } from '../../../client/ui/page-header';
import type { Translate } from '../../../server/platform/i18n/messages';
import { PostForm } from '../../layout/form';
import { Section } from '../../layout/section';
import account from '../account/account.module.css';
import { ItemList } from '../account/item-list';
import r from '../roles/roles.module.css';
import { GroupFields, type GroupFieldsProps } from './group-fields';
import { GroupsOff, Paging, type GroupsPageProps } from './groups-page';
import s from './groups.module.css';

export interface GroupPageProps extends Pick<GroupFieldsProps, 'colors'>, Pick<GroupsPageProps, 'settings'> {
  t: Translate;
  base: string;
  group: { id: string; name: string; description: string; color: string; managed: boolean };
  config: GroupsPageProps['config'];
  roles: {
    id: string;
    name: string;
    description: string;
    permissions: number;
    /** The name of its box. */
    box: string;
    /** The group gives it. */
    given: boolean;
    ticked: boolean;
    /** Whoever looks may give and take it. */
    yours: boolean;
  }[];
  users: {
    listed: { id: string; name: string; email: string; active: boolean }[];
    paging: GroupsPageProps['paging'];
  };
  found?:
    { text: string; people: { id: string; name: string; email: string; within: boolean }[]; more: boolean } | undefined;
  open: boolean;
  removable: boolean;
  /** Some of its roles are not whose looks to give: neither its people nor its end are. */
  beyond: boolean;
  refused?: { typed: Record<string, string>; fields: Record<string, string> } | undefined;
  done?: string | undefined;
  problem?: string | undefined;
}

/** One group: its people, the roles that it gives them, and what it is called. */
export function GroupPage(props: GroupPageProps) {
  const { t, base, group, config, colors, open, removable, beyond, refused, done, problem } = props;
  const { typed, fields = {} } = refused ?? {};
  return (
    <div className={r.page}>
      <PageHeader
        title={group.name}
        sentence={group.description || undefined}
        actions={<LinkButton href={base}>{t('groups.back')}</LinkButton>}
      />
      {done && <Notice tone="success">{done}</Notice>}
      {problem && <Notice tone="error">{problem}</Notice>}
      <GroupsOff t={t} config={config} />
      {group.managed && (
        <Notice tone="info" title={t('provisioning.managed')}>
          <p>{t('provisioning.managedSentence')}</p>
        </Notice>
      )}
      {beyond && (open || removable) && <Notice tone="info">{t('groups.beyond')}</Notice>}
      <Users {...props} />
      <Roles {...props} />
      {open && (
        <Section id="details" title={t('groups.details')}>
          <PostForm action={`${base}/${group.id}`} className={account.form}>
            <GroupFields
              t={t}
              colors={colors}
              shown={{
                name: typed?.name ?? group.name,
                description: typed?.description ?? group.description,
                color: typed?.color ?? group.color,
              }}
              fields={fields}
              named={group.managed}
            />
            <Button type="submit">{t('groups.save')}</Button>
          </PostForm>
        </Section>
      )}
      {removable && !beyond && !group.managed && (
        <Section id="delete" title={t('groups.delete')} sentence={t('groups.deleteSentence')}>
          <LinkButton href={`${base}/${group.id}/delete`}>{t('groups.deleteReview')}</LinkButton>
        </Section>
      )}
    </div>
  );
}

function Users({ t, settings, base, group, users, found, open, beyond }: GroupPageProps) {
  const path = `${base}/${group.id}`;
  const changes = open && !beyond && !group.managed;
  return (
    <Section id="users" title={t('groups.usersTitle')}>
      {changes && (
        <form method="get" action={`${path}#users`} className={r.find}>
          <FormField name="find" kind="search" label={t('groups.find')} maxLength={254} defaultValue={found?.text} />
          <Button type="submit">{t('groups.search')}</Button>
        </form>
      )}
      {changes && found && (
        <div className={s.found}>
          <h3>{t('groups.found')}</h3>
          <ItemList
            items={found.people.map(({ id, name, email, within }) => ({
              key: id,
              title: name,
              badge: within && <Badge>{t('groups.within')}</Badge>,
              details: name === email ? [] : [email],
              actions: !within && (
                <PostForm action={`${path}/users`}>
                  <input type="hidden" name="userId" value={id} />
                  <Button type="submit" size="small">
                    {t('groups.add')}
                    <span className="visually-hidden"> {name}</span>
                  </Button>
                </PostForm>
              ),
            }))}
            empty={t('groups.noneFound')}
          />
          {found.more && <p className={r.muted}>{t('groups.moreFound')}</p>}
        </div>
      )}
      <div className={s.list}>
        {changes && found && <h3>{t('groups.within')}</h3>}
        <ItemList
          items={users.listed.map(({ id, name, email, active }) => ({
            key: id,
            title: name,
            badge: !active && <Badge>{t('groups.inactive')}</Badge>,
            details: name === email ? [] : [email],
            actions: changes && (
              <PostForm
                action={`${path}/users/${id}/remove`}
                data-confirm={t('groups.removeConfirm', { name, group: group.name })}
                data-confirm-yes={t('groups.remove')}
              >
                <Button type="submit" size="small">
                  {t('groups.remove')}
                  <span className="visually-hidden"> {name}</span>
                </Button>
              </PostForm>
            ),
          }))}
          empty={t('groups.noUsers')}
        />
        <Paging settings={settings} paging={users.paging} />
      </div>
    </Section>
  );
}

function Roles({ t, base, group, roles, open }: GroupPageProps) {
  return (
    <Section id="roles" title={t('groups.rolesTitle')} sentence={t('groups.rolesSentence')}>
      {open ? (
        <PostForm action={`${base}/${group.id}/roles`} className={r.form}>
          <input type="hidden" name="act" value="review" />
          <fieldset className={r.category}>
            <legend className="visually-hidden">{t('groups.rolesTitle')}</legend>
            <div className={s.boxes}>
              {roles.map(({ id, name, description, permissions, box, ticked, yours }) => (
                <FormField
                  key={id}
                  id={box}
                  name={box}
                  kind="checkbox"
                  value="on"
                  label={name}
                  hint={yours ? description || t('roles.permissions', { count: permissions }) : t('groups.notYours')}
                  defaultChecked={ticked}
                  disabled={!yours}
                />
              ))}
            </div>
          </fieldset>
          <div className={r.actions}>
            <Button type="submit" tone="primary">
              {t('roles.reviewAction')}
            </Button>
          </div>
        </PostForm>
      ) : (
        <ItemList
          items={roles
            .filter(({ given }) => given)
            .map(({ id, name, description, permissions }) => ({
              key: id,
              title: name,
              details: [...(description === '' ? [] : [description]), t('roles.permissions', { count: permissions })],
            }))}
          empty={t('groups.noRoles')}
        />
      )}
    </Section>
  );
}
