import { LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import type { Format } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import type { NoReport } from '../../server/domain/measures/no-report.contract';
import type { Translate } from '../../server/platform/i18n/messages';

/** What stands in place of a report, and where to go from there. */
export function NothingToShow({
  t,
  format,
  reset,
  content,
}: {
  t: Translate;
  format: Format;
  /** Takes all filters away. */
  reset: { label: string; href: string };
  content: NoReport;
}) {
  switch (content.kind) {
    case 'invalid':
      return <EmptyState title={t('report.invalidTitle')} sentence={t('report.invalid')} />;
    case 'noStage':
      return (
        <EmptyState
          title={t('report.noStageTitle')}
          sentence={t('global.noBaselineNoData')}
          actions={<LinkButton href={reset.href}>{reset.label}</LinkButton>}
        />
      );
    case 'error':
      return (
        <Notice tone="error" title={t('report.errorTitle')}>
          <p>{t('global.error')}</p>
          <p>
            <a href={content.retryHref}>{t('errors.tryAgain')}</a>
          </p>
        </Notice>
      );
    case 'noData': {
      const { latest, any } = content;
      const range = latest && format.range(latest.start, latest.end);
      const next = range ? t('report.latest', { range }) : t(any ? 'report.elsewhere' : 'report.nothingYet');
      return (
        <EmptyState
          title={t('report.noDataTitle')}
          sentence={`${t('global.noData')} ${next}`}
          actions={
            latest && range ? (
              <LinkButton tone="primary" href={latest.href}>
                {t('report.toLatest', { range })}
              </LinkButton>
            ) : (
              !any && <LinkButton href="/home">{t('home.steps.see')}</LinkButton>
            )
          }
        />
      );
    }
  }
}
