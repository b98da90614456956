import type { ReactNode } from 'react';
import { Badge } from '../../client/ui/badge';
import { LinkButton } from '../../client/ui/button';
import { classNames } from '../../client/ui/class-names';
import { EmptyState } from '../../client/ui/empty-state';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { ListTable } from '../../client/ui/list-table';
import { Missing } from '../../client/ui/missing';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { ProfileRow } from '../../server/domain/tracker-profiles/profiles.contract';
import type { ProfileDone } from '../../server/features/menu-manager/menu-manager.contract';
import type { ProfileColumn } from '../../server/features/menu-manager/menu-manager.table';
import type { Translate } from '../../server/platform/i18n/messages';
import type { FilterBarView } from '../../server/platform/table/report-filters.contract';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { OrganisationChoice } from '../layout/organisation-choice';
import { ReportFilters } from '../layout/report-filters';
import s from './menu-manager.module.css';
import type { Writing } from './menu-words';

interface ProfileListPageProps {
  t: Translate;
  settings: FormatSettings;
  now: Date;
  path: string;
  organisationId: number;
  organisations: { organisationId: number; name: string }[];
  /** Archived ones too. */
  all: number;
  done: NonNullable<ProfileDone> | null;
  /** The reader sees only some sites. */
  limited: boolean;
  filters: FilterBarView;
  table: TableView<ProfileColumn, ProfileRow>;
}

/** What the trackers of an organization show, by profile. */
export function ProfileListPage(props: ProfileListPageProps) {
  const { t, settings, now, path, organisationId, organisations, all, done, limited, filters, table } = props;
  const format = createFormat(settings);
  const add = (
    <LinkButton tone="primary" icon="plus" href={`${path}/new?organisationId=${organisationId}`}>
      {t('menuManager.newTitle')}
    </LinkButton>
  );
  return (
    <>
      <PageHeader title={t('menuManager.title')} sentence={t('menuManager.sentence')} actions={all > 0 && add} />
      {done && <Notice tone="success">{t(`menuManager.done.${done}`)}</Notice>}
      {organisations.length > 1 && (
        <OrganisationChoice t={t} path={path} organisations={organisations} chosen={organisationId} />
      )}
      {all === 0 ? (
        <EmptyState title={t('menuManager.none')} sentence={t('menuManager.noneSentence')} actions={add} />
      ) : (
        <>
          {limited && <p className={s.note}>{t('menuManager.limited')}</p>}
          <ReportFilters id="profile-filters" format={format} bar={filters} />
          {table.pager.total === 0 ? (
            <EmptyState title={t('menuManager.noneFound')} sentence={t('menuManager.noneFits')} />
          ) : (
            <ListTable
              id="profiles"
              caption={t('menuManager.title')}
              format={format}
              table={table}
              cells={cellsOf({ t, format, now, base: `${path}/${organisationId}` })}
              rowOf={({ profileId, name }) => ({ key: String(profileId), name })}
            />
          )}
        </>
      )}
    </>
  );
}

function cellsOf({
  t,
  format,
  now,
  base,
}: Writing & { now: Date; base: string }): Record<ProfileColumn, (row: ProfileRow) => ReactNode> {
  const ago = (instant: string) => (
    <time dateTime={instant} title={format.dateTime(instant)}>
      {format.relative(instant, now)}
    </time>
  );
  return {
    name: ({ profileId, name, archived, version, draftChangedAt }) => (
      <>
        <a className={s.name} href={`${base}/${profileId}`}>
          {name}
        </a>
        {archived && (
          <>
            {' '}
            <Badge>{t('menuManager.archived')}</Badge>
          </>
        )}
        {/* On a phone the columns of versions are folded away. */}
        <span className={classNames(s.under, s.folded)}>
          {[
            version === null ? t('menuManager.neverPublished') : t('menuManager.version', { version }),
            ...(draftChangedAt === null ? [] : [t('menuManager.hasDraft')]),
          ].join(' · ')}
        </span>
      </>
    ),
    version: ({ version, publishedAt }) =>
      version === null || publishedAt === null ? (
        <Missing reason={t('menuManager.neverPublished')} align="start" />
      ) : (
        <>
          {t('menuManager.version', { version })}
          <span className={s.under}>{ago(publishedAt)}</span>
        </>
      ),
    draft: ({ draftChangedAt, draftChangedBy }) =>
      draftChangedAt === null ? (
        <Missing reason={t('menuManager.noDraft')} align="start" />
      ) : (
        <>
          <Badge tone="attention">{t('menuManager.hasDraft')}</Badge>
          <span className={s.under}>
            {draftChangedBy === null ? '' : `${draftChangedBy}, `}
            {ago(draftChangedAt)}
          </span>
        </>
      ),
    devices: ({ devices, devicesBehind }) => (
      <>
        {format.number(devices)}
        {devicesBehind > 0 && (
          <span className={s.under}>
            {t('menuManager.behind', { count: devicesBehind, number: format.number(devicesBehind) })}
          </span>
        )}
      </>
    ),
  };
}
