import { Button } from '../../client/ui/button';
import { DataTable } from '../../client/ui/data-table';
import { EmptyState } from '../../client/ui/empty-state';
import { createFormat, type Locale, type WeightUnit } from '../../client/ui/format';
import { Missing } from '../../client/ui/missing';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { DateForms } from '../../server/platform/date-forms.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';

interface ParkedJobsPageProps {
  t: Translate;
  locale: Locale;
  timeZone: string;
  forms?: DateForms | undefined;
  unit: WeightUnit;
  retried: boolean;
  jobs: { kind: 'job' | 'outbox'; id: string; name: string; tries: number; failedAt: string; reason: string }[];
}

/** Background work and outgoing items that failed as often as they may, each with what went wrong and a way to try it again. */
export function ParkedJobsPage({ t, locale, timeZone, unit, forms, retried, jobs }: ParkedJobsPageProps) {
  const format = createFormat({ locale, timeZone, unit, forms });
  return (
    <>
      <PageHeader title={t('parkedJobs.title')} sentence={t('parkedJobs.lead')} />
      {retried && <Notice tone="success">{t('parkedJobs.retried')}</Notice>}
      {jobs.length === 0 ? (
        <EmptyState title={t('parkedJobs.emptyTitle')} sentence={t('parkedJobs.empty')} />
      ) : (
        <DataTable
          id="parked-jobs"
          caption={t('parkedJobs.title')}
          columns={[
            { key: 'name', label: t('parkedJobs.name'), primary: true },
            { key: 'failedAt', label: t('parkedJobs.failedAt') },
            { key: 'tries', label: t('parkedJobs.tries'), numeric: true },
            { key: 'reason', label: t('parkedJobs.reason') },
            { key: 'retry', label: t('parkedJobs.action'), primary: true },
          ]}
          rows={jobs.map((job) => ({
            key: job.id,
            name: job.name,
            cells: [
              job.name,
              format.dateTime(job.failedAt),
              format.number(job.tries),
              job.reason || <Missing key="reason" reason={t('parkedJobs.noReason')} />,
              <PostForm key="retry" action="/parked-jobs/retry">
                <input type="hidden" name="kind" value={job.kind} />
                <input type="hidden" name="name" value={job.name} />
                <input type="hidden" name="id" value={job.id} />
                <Button type="submit" size="small">
                  {t('parkedJobs.retry')}
                </Button>
              </PostForm>,
            ],
          }))}
        />
      )}
    </>
  );
}
