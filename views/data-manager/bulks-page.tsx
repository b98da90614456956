import { LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { ListTable } from '../../client/ui/list-table';
import { PageHeader } from '../../client/ui/page-header';
import { undoDays } from '../../server/features/data-manager/bulk-limits.rules';
import type { BulkView } from '../../server/features/data-manager/bulk.contract';
import type { BulkColumn } from '../../server/features/data-manager/data.table';
import type { Translate } from '../../server/platform/i18n/messages';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { BulkStateBadge, whatOf } from './bulk-words';
import { DataTabs, type OpenTabs } from './data-tabs';

interface BulksPageProps {
  t: Translate;
  settings: FormatSettings;
  tabs: OpenTabs;
  table: TableView<BulkColumn, BulkView>;
}

/** The changes of many events, newest first. */
export function BulksPage({ t, settings, tabs, table }: BulksPageProps) {
  const format = createFormat(settings);
  return (
    <>
      <PageHeader
        title={t('dataManager.bulk.title')}
        sentence={t('dataManager.bulk.lead', { days: format.number(undoDays) })}
      />
      <DataTabs t={t} at="changes" tabs={tabs} />
      {table.pager.total === 0 ? (
        <EmptyState
          title={t('dataManager.bulk.none')}
          sentence={t('dataManager.bulk.noneLead')}
          actions={<LinkButton href="/data-manager">{t('dataManager.bulk.toEvents')}</LinkButton>}
        />
      ) : (
        <ListTable
          id="changes"
          caption={t('dataManager.bulk.title')}
          counted
          format={format}
          table={table}
          cells={{
            what: (one) => whatOf(t, one),
            state: (one) => <BulkStateBadge t={t} state={one.state} />,
            events: (one) => format.number(one.events),
            by: (one) => one.byName ?? t('legacy.ui.system'),
            at: (one) => format.dateTime(one.createdAt),
          }}
          rowOf={(one) => ({
            key: String(one.changeId),
            name: t('dataManager.bulk.one', { id: one.changeId }),
            href: `/data-manager/changes/${one.changeId}`,
          })}
        />
      )}
    </>
  );
}
