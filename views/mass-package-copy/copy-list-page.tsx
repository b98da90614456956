import { LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { ListTable } from '../../client/ui/list-table';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { CopyJob } from '../../server/features/mass-package-copy/copy.contract';
import { targetsOf, undoDays } from '../../server/features/mass-package-copy/copy.rules';
import type { JobColumn } from '../../server/features/mass-package-copy/copy.table';
import type { Translate } from '../../server/platform/i18n/messages';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { OrganisationChoice } from '../layout/organisation-choice';
import { JobStateBadge, partsText, sourceText } from './copy-words';
import s from './copy.module.css';

interface CopyListPageProps {
  t: Translate;
  settings: FormatSettings;
  title: string;
  path: string;
  organisationId: number;
  organisations: { organisationId: number; name: string }[];
  /** The reader sees only some sites. */
  limited: boolean;
  adds: boolean;
  done: 'dropped' | null;
  table: TableView<JobColumn, CopyJob>;
}

/** The copies that were made, newest first. */
export function CopyListPage(props: CopyListPageProps) {
  const { t, settings, title, path, organisationId, organisations, limited, adds, done, table } = props;
  const format = createFormat(settings);
  const add = adds && (
    <LinkButton tone="primary" icon="plus" href={`${path}/new?organisationId=${organisationId}`}>
      {t('massPackageCopy.newTitle')}
    </LinkButton>
  );
  const empty = table.pager.total === 0;
  return (
    <>
      <PageHeader
        title={title}
        sentence={t('massPackageCopy.sentence', { days: format.number(undoDays) })}
        actions={!empty && add}
      />
      {done && <Notice tone="success">{t(`massPackageCopy.done.${done}`)}</Notice>}
      {organisations.length > 1 && (
        <OrganisationChoice t={t} path={path} organisations={organisations} chosen={organisationId} />
      )}
      {!adds && <Notice tone="info">{t('massPackageCopy.looksOnly')}</Notice>}
      {limited && <p className={s.note}>{t('massPackageCopy.limited')}</p>}
      {empty ? (
        <EmptyState title={t('massPackageCopy.none')} sentence={t('massPackageCopy.noneSentence')} actions={add} />
      ) : (
        <ListTable
          id="copies"
          caption={title}
          format={format}
          table={table}
          cells={{
            source: (job) => sourceText(t, job),
            state: ({ state }) => <JobStateBadge t={t} state={state} />,
            parts: ({ parts, rule }) => (
              <>
                {partsText(t, parts)}
                <span className={s.under}>{t(`massPackageCopy.rules.${rule}`)}</span>
              </>
            ),
            targets: (job) => (
              <>
                {format.number(targetsOf(job))}
                {(job.outcomes.FAILED ?? 0) > 0 && (
                  <span className={s.under}>
                    {t('massPackageCopy.failed', {
                      count: job.outcomes.FAILED ?? 0,
                      number: format.number(job.outcomes.FAILED ?? 0),
                    })}
                  </span>
                )}
              </>
            ),
            by: ({ byName }) => byName ?? t('legacy.ui.system'),
            at: ({ createdAt }) => format.dateTime(createdAt),
          }}
          rowOf={(job) => ({
            key: String(job.jobId),
            name: t('massPackageCopy.one', { id: job.jobId }),
            href: `${path}/${organisationId}/${job.jobId}`,
          })}
        />
      )}
    </>
  );
}
