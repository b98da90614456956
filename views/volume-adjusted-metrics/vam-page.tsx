import { Badge } from '../../client/ui/badge';
import { LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { Fold } from '../../client/ui/fold';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { ListTable } from '../../client/ui/list-table';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { NoReport } from '../../server/domain/measures/no-report.contract';
import type { ForeignVolume } from '../../server/domain/measures/volume-ratios.contract';
import { leastCoverage } from '../../server/domain/measures/volume-ratios.rules';
import type { VamRow, VamTrend } from '../../server/features/volume-adjusted-metrics/vam.contract';
import type { DetailColumn, TrendColumn } from '../../server/features/volume-adjusted-metrics/vam.table';
import type { Translate } from '../../server/platform/i18n/messages';
import type { FilterBarView } from '../../server/platform/table/report-filters.contract';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { NothingToShow } from '../layout/nothing-to-show';
import { ReportFilters } from '../layout/report-filters';
import { Section } from '../layout/section';
import type { ShownVam, VamWriting } from './ratio-words';
import { detailCells, trendCells } from './vam-cells';
import { VamHero } from './vam-hero';
import s from './vam-page.module.css';

export type VamContent = NoReport | { kind: 'tooLong'; days: number } | { kind: 'noVolumes' } | VamReport;

interface VamReport {
  kind: 'report';
  all: VamRow[];
  foreign: ForeignVolume[];
  trends: TableView<TrendColumn, VamTrend>;
  detail: TableView<DetailColumn, VamRow>;
}

interface VamPageProps {
  t: Translate;
  settings: FormatSettings;
  simulated: boolean;
  filters: FilterBarView;
  shown: ShownVam;
  csvHref: string | null;
  /** null for whoever may not see it. */
  forecastHref: string | null;
  hrefWith: (changes: Record<string, string | number | null>) => string;
  edits: boolean;
  /** The page of a baseline has a permission of its own. */
  seesBaselines: boolean;
  content: VamContent;
}

/** Waste set against what was served, sold or bought, so that a busy month does not look like a wasteful one. */
export function VamPage({
  t,
  settings,
  simulated,
  filters,
  csvHref,
  forecastHref,
  edits,
  content,
  ...rest
}: VamPageProps) {
  const format = createFormat(settings);
  const sentence = t('vam.sentence');
  const isReport = content.kind === 'report';
  return (
    <>
      <PageHeader
        title={t('vam.title')}
        sentence={simulated ? `${sentence} ${t('global.simulatedReason')}` : sentence}
        badge={simulated ? <Badge tone="attention">{t('global.simulated')}</Badge> : undefined}
        actions={
          <>
            {forecastHref !== null && <LinkButton href={forecastHref}>{t('forecast.title')}</LinkButton>}
            <LinkButton href="/volumes">{t(edits ? 'vam.enter' : 'vam.seeVolumes')}</LinkButton>
            {isReport && csvHref !== null && (
              <LinkButton icon="download" href={csvHref} download>
                {t('global.downloadCsv')}
              </LinkButton>
            )}
          </>
        }
      />
      <ReportFilters id="vam-filters" format={format} bar={filters} savable={t} />
      {content.kind === 'report' ? (
        <Report {...rest} {...{ t, format, edits }} report={content} />
      ) : content.kind === 'noVolumes' ? (
        <EmptyState
          title={t('vam.noVolumesTitle', { volume: t(`vam.volumeOf.${rest.shown.metric}`) })}
          sentence={t(edits ? 'vam.noVolumes' : 'vam.noVolumesAsk')}
          actions={
            edits && (
              <LinkButton tone="primary" href="/volumes">
                {t('vam.enter')}
              </LinkButton>
            )
          }
        />
      ) : content.kind === 'tooLong' ? (
        <EmptyState
          title={t('report.invalidTitle')}
          sentence={t('vam.tooLong', { days: format.number(content.days) })}
        />
      ) : (
        <NothingToShow
          {...{ t, format, content }}
          reset={{ label: t('performance.filters.reset'), href: filters.action }}
        />
      )}
    </>
  );
}

type ReportProps = VamWriting &
  Pick<VamPageProps, 'shown' | 'hrefWith' | 'seesBaselines' | 'edits'> & { report: VamReport };

function Report({ t, format, shown, hrefWith, seesBaselines, edits, report }: ReportProps) {
  const { all, foreign, trends, detail } = report;
  const { metric, level, groupBy, start, end } = shown;
  const title = t(`vam.trends.${level}`, { metric: t(`vam.metrics.${metric}`) });
  const detailTitle = t(`vam.details.${groupBy}`, { metric: t(`vam.metrics.${metric}`) });
  const nameOf = (row: VamRow) => row.locationName ?? row.siteName;
  const celling = { t, format, shown, hrefWith, seesBaselines, edits };
  return (
    <>
      <VamHero {...{ t, format, shown, all }} />
      {foreign.length > 0 && (
        <Notice tone="info">
          {t('vam.foreign', {
            count: foreign.reduce((total, { entries }) => total + entries, 0),
            number: format.number(foreign.reduce((total, { entries }) => total + entries, 0)),
            currencies: foreign.map(({ currency }) => currency).join(', '),
          })}
        </Notice>
      )}
      <Section id="trends" title={title} sentence={t('vam.trendsSentence', { range: format.range(start, end) })}>
        <ListTable
          id="vam-trends"
          caption={title}
          format={format}
          table={trends}
          cells={trendCells(celling)}
          rowOf={(row) => ({ key: `${row.siteId} ${row.locationId ?? ''}`, name: nameOf(row) })}
        />
      </Section>
      <Section id="detail" title={detailTitle} sentence={t('vam.detailSentence')}>
        <ListTable
          id="vam-detail"
          caption={detailTitle}
          format={format}
          table={detail}
          cells={detailCells(celling)}
          rowOf={(row) => ({
            key: `${row.siteId} ${row.locationId ?? ''} ${row.start}`,
            name: `${nameOf(row)}, ${format.range(row.start, row.end)}`,
          })}
        />
      </Section>
      <Fold title={t('vam.method.title')} className={s.method}>
        <ul className={s.list}>
          <li>{t(`vam.method.${metric}`)}</li>
          <li>{t('vam.method.counted')}</li>
          <li>{t('vam.method.coverage', { share: format.percent(leastCoverage / 100) })}</li>
          <li>{t('vam.method.months')}</li>
          <li>{t('vam.method.baseline')}</li>
          <li>{t('vam.method.currency')}</li>
        </ul>
      </Fold>
    </>
  );
}
