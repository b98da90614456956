import { LinkButton } from '../../../client/ui/button';
import { DataTable } from '../../../client/ui/data-table';
import { Notice } from '../../../client/ui/notice';
import { PageHeader } from '../../../client/ui/page-header';
import type { Translate } from '../../../server/platform/i18n/messages';
import s from './roles.module.css';

export interface UserPermissionsPageProps {
  t: Translate;
  base: string;
  person: { name: string; email: string; disabled: boolean };
  permissions: {
    key: string;
    /** What it lets somebody do. */
    name: string;
    /** Each role that gives it, and the group through which the role is held. */
    from: { roleId: string; role: string; group: string | null }[];
  }[];
}

/** What one person may do, and why. */
export function UserPermissionsPage({ t, base, person, permissions }: UserPermissionsPageProps) {
  return (
    <div className={s.page}>
      <PageHeader
        title={t('roles.of', { name: person.name })}
        sentence={`${person.email} · ${t('roles.permissions', { count: permissions.length })}`}
        actions={<LinkButton href={base}>{t('roles.back')}</LinkButton>}
      />
      {person.disabled && <Notice tone="info">{t('roles.disabled')}</Notice>}
      {permissions.length === 0 ? (
        <p className={s.muted}>{t('roles.noPermissions')}</p>
      ) : (
        <DataTable
          id="permissions"
          caption={t('roles.permissionsTitle')}
          phone="blocks"
          columns={[
            { key: 'key', label: t('roles.permission'), primary: true },
            { key: 'code', label: t('roles.code') },
            { key: 'from', label: t('roles.from') },
          ]}
          rows={permissions.map(({ key, name, from }) => ({
            key,
            name,
            cells: [
              name,
              <code key="code" className={s.code}>
                {key}
              </code>,
              <ul key="from" className={s.from}>
                {from.map(({ roleId, role, group }) => (
                  <li key={`${roleId} ${group ?? ''}`}>
                    <a href={`${base}/${roleId}`}>{role}</a>
                    {group !== null && <span className={s.muted}> {t('roles.through', { group })}</span>}
                  </li>
                ))}
              </ul>,
            ],
          }))}
        />
      )}
    </div>
  );
}
