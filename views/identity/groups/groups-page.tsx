import { Button } from '../../../client/ui/button';
import { FormField } from '../../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../../client/ui/format';
import { Notice } from '../../../client/ui/notice';
import { PageHeader } from '../../../client/ui/page-header';
import { Pagination } from '../../../client/ui/pagination';
import type { Translate } from '../../../server/platform/i18n/messages';
import { PostForm } from '../../layout/form';
import { Section } from '../../layout/section';
import account from '../account/account.module.css';
import { ItemList } from '../account/item-list';
import r from '../roles/roles.module.css';
import { GroupFields, type GroupFieldsProps } from './group-fields';
import s from './groups.module.css';
import { Swatch } from './swatch';

export interface GroupsPageProps extends Pick<GroupFieldsProps, 'colors'> {
  t: Translate;
  settings: FormatSettings;
  base: string;
  groups: { id: string; name: string; description: string; color: string; users: number; roles: number }[];
  /** Where one page does not show all. */
  paging:
    | {
        from: number;
        to: number;
        total: number;
        previousHref: string | undefined;
        nextHref: string | undefined;
      }
    | undefined;
  config: { enabled: boolean; rolesEnabled: boolean };
  /** Whoever looks may make one. */
  open: boolean;
  refused?: { form: 'new' | 'settings'; typed: Record<string, string>; fields: Record<string, string> } | undefined;
  done?: string | undefined;
  problem?: string | undefined;
}

/** The groups of an organization, and whether they give roles. */
export function GroupsPage(props: GroupsPageProps) {
  const { t, settings, base, groups, paging, config, open, refused, done, problem, colors } = props;
  const { typed = {}, fields = {} } = refused?.form === 'new' ? refused : {};
  return (
    <div className={r.page}>
      <PageHeader title={t('groups.title')} sentence={t(open ? 'groups.lead' : 'groups.leadReadOnly')} />
      {done && <Notice tone="success">{done}</Notice>}
      {problem && <Notice tone="error">{problem}</Notice>}
      <GroupsOff t={t} config={config} />
      <Section id="list" title={t('groups.list')}>
        <ItemList
          items={groups.map(({ id, name, description, color, users, roles }) => ({
            key: id,
            title: (
              <span className={s.link}>
                <Swatch color={color} />
                <a href={`${base}/${id}`}>{name}</a>
              </span>
            ),
            details: [
              ...(description === '' ? [] : [description]),
              t('groups.users', { count: users }),
              t('groups.roles', { count: roles }),
            ],
          }))}
          empty={t(open ? 'groups.none' : 'groups.noneReadOnly')}
        />
        <Paging settings={settings} paging={paging} />
      </Section>
      {open && (
        <Section id="new" title={t('groups.new')} sentence={t('groups.newSentence')}>
          <PostForm action={base} className={account.form}>
            <GroupFields
              t={t}
              colors={colors}
              shown={{
                name: typed.name ?? '',
                description: typed.description ?? '',
                color: typed.color ?? '',
              }}
              fields={fields}
            />
            <Button type="submit" tone="primary">
              {t('groups.create')}
            </Button>
          </PostForm>
        </Section>
      )}
      {open && <Settings {...props} />}
    </div>
  );
}

export function Paging({ settings, paging }: Pick<GroupsPageProps, 'settings' | 'paging'>) {
  if (!paging) return null;
  const { number } = createFormat(settings);
  const { from, to, total, previousHref, nextHref } = paging;
  return (
    <Pagination
      previousHref={previousHref}
      nextHref={nextHref}
      from={number(from)}
      to={number(to)}
      total={number(total)}
    />
  );
}

function Settings({ t, base, config, refused }: GroupsPageProps) {
  const typed = refused?.form === 'settings' ? refused.typed : undefined;
  return (
    <Section id="settings" title={t('groups.settings')} sentence={t('groups.settingsSentence')}>
      <PostForm action={`${base}/settings`} className={s.settings}>
        <input type="hidden" name="act" value="review" />
        {(['enabled', 'rolesEnabled'] as const).map((name) => (
          <FormField
            key={name}
            name={name}
            kind="checkbox"
            value="on"
            label={t(`groups.${name}`)}
            hint={t(`groups.${name}Hint`)}
            defaultChecked={typed ? typed[name] === 'on' : config[name]}
          />
        ))}
        <Button type="submit">{t('groups.saveSettings')}</Button>
      </PostForm>
    </Section>
  );
}

/** Says so where nobody holds a role through a group. */
export function GroupsOff({ t, config: { enabled, rolesEnabled } }: Pick<GroupsPageProps, 't' | 'config'>) {
  if (enabled && rolesEnabled) return null;
  return <Notice tone="info">{t(enabled ? 'groups.rolesOff' : 'groups.off')}</Notice>;
}
