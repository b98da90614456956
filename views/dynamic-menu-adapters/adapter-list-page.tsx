import { LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { ListTable } from '../../client/ui/list-table';
import { Missing } from '../../client/ui/missing';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { AdapterDone, AdapterRow } from '../../server/features/dynamic-menu-adapters/adapters.contract';
import type { AdapterColumn } from '../../server/features/dynamic-menu-adapters/adapters.table';
import type { Translate } from '../../server/platform/i18n/messages';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { OrganisationChoice } from '../layout/organisation-choice';
import { AdapterStateBadge, problemText, scheduleText } from './adapter-words';
import s from './adapters.module.css';

interface AdapterListPageProps {
  t: Translate;
  /** In the organization’s zone. */
  settings: FormatSettings;
  title: string;
  path: string;
  menuHref: string;
  organisationId: number;
  organisations: { organisationId: number; name: string }[];
  /** The reader sees the whole organization. */
  whole: boolean;
  /** Days from today on with a menu. */
  span: { first: string; last: string } | null;
  done: AdapterDone | null;
  table: TableView<AdapterColumn, AdapterRow>;
}

/** From where an organization’s menus come. */
export function AdapterListPage(props: AdapterListPageProps) {
  const { t, settings, title, path, menuHref, organisationId, organisations, whole, span, done, table } = props;
  const format = createFormat(settings);
  const writing = { t, format };
  const none = table.pager.total === 0;
  const add = whole && (
    <LinkButton tone="primary" icon="plus" href={`${path}/new?organisationId=${organisationId}`}>
      {t('menuAdapters.newTitle')}
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title={title}
        sentence={t('menuAdapters.sentence')}
        actions={
          <>
            <LinkButton href={menuHref}>{t('menuAdapters.menu.title')}</LinkButton>
            {!none && add}
          </>
        }
      />
      {done && <Notice tone="success">{t(`menuAdapters.done.${done}`)}</Notice>}
      {organisations.length > 1 && (
        <OrganisationChoice t={t} path={path} organisations={organisations} chosen={organisationId} />
      )}
      <p className={s.note}>
        {span
          ? t('menuAdapters.span', { first: format.date(span.first), last: format.date(span.last) })
          : t('menuAdapters.noSpan')}
      </p>
      {!whole ? (
        <EmptyState title={t('menuAdapters.limitedTitle')} sentence={t('menuAdapters.limited')} />
      ) : none ? (
        <EmptyState title={t('menuAdapters.none')} sentence={t('menuAdapters.noneSentence')} actions={add} />
      ) : (
        <ListTable
          id="adapters"
          caption={title}
          format={format}
          table={table}
          rowOf={({ adapterId, name }) => ({ key: String(adapterId), name })}
          cells={{
            name: ({ adapterId, name, kind }) => (
              <>
                <a href={`${path}/${organisationId}/${adapterId}`}>{name}</a>
                <span className={s.under}>{t(`menuAdapters.kinds.${kind}`)}</span>
              </>
            ),
            schedule: (adapter) => scheduleText(writing, adapter),
            lastRun: ({ lastRun }) =>
              lastRun === null ? (
                <Missing reason={t('menuAdapters.neverRun')} align="start" />
              ) : (
                <>
                  {format.dateTime(lastRun.askedAt)}
                  {lastRun.problem && <span className={s.under}>{problemText(writing, lastRun.problem)}</span>}
                </>
              ),
            state: (adapter) => <AdapterStateBadge t={t} adapter={adapter} />,
          }}
        />
      )}
    </>
  );
}
