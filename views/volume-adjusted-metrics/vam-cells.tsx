import type { ReactNode } from 'react';
import { Figure } from '../../client/ui/figure';
import type { RatioMetric } from '../../server/domain/measures/volume-ratios.contract';
import { leastCoverage } from '../../server/domain/measures/volume-ratios.rules';
import type { VamRow, VamTrend } from '../../server/features/volume-adjusted-metrics/vam.contract';
import type { DetailColumn, TrendColumn } from '../../server/features/volume-adjusted-metrics/vam.table';
import { baselineDetailHref } from '../baselines/baseline-links';
import { Change, directionOf } from '../layout/change';
import { Sparkline } from '../layout/sparkline';
import {
  behindRow,
  countedWasteText,
  ratioText,
  volumeText,
  wasteText,
  type ShownVam,
  type VamWriting,
} from './ratio-words';
import s from './vam-page.module.css';

interface Celling extends VamWriting {
  shown: ShownVam;
  hrefWith: (changes: Record<string, string | number | null>) => string;
  seesBaselines: boolean;
  edits: boolean;
}

/** A figure that is not known; the reason on hover and for screen readers, without a keyboard stop in every row. */
const Dash = ({ reason }: { reason: string }) => (
  <span className={s.dash} role="img" aria-label={reason} title={reason}>
    –
  </span>
);

const hasNoVolume = ({ volume, countedDays }: VamRow) => volume === 0 && countedDays === 0;

/** Why a ratio is not shown, in place of it. */
export function noRatioText({ t, format }: VamWriting, row: VamRow, metric: RatioMetric): string {
  if (row.noRatio === 'tooFewDays')
    return t('vam.tooFewDays', {
      share: format.percent(row.coverage ?? 0),
      volume: t(`vam.volumeOf.${metric}`),
      least: format.percent(leastCoverage / 100),
    });
  return row.noRatio === null ? '' : t(`vam.noRatio.${row.noRatio}`);
}

function RatioCell({ t, format, shown, row }: Celling & { row: VamRow }) {
  const { metric, stageId } = shown;
  if (row.ratio !== null)
    return (
      <Figure of={{ kind: 'total' }} filters={behindRow(row, { metric, stageId })}>
        {ratioText(format, metric, { ...row, ratio: row.ratio })}
      </Figure>
    );
  // The share stands in place of a ratio that it would make doubtful.
  const reason = noRatioText({ t, format }, row, metric);
  if (row.noRatio !== 'tooFewDays') return <Dash reason={reason} />;
  return (
    <span className={s.share} title={reason}>
      {t('vam.shareOfDays', { share: format.percent(row.coverage ?? 0) })}
      <span className="visually-hidden">. {reason}</span>
    </span>
  );
}

function ChangeCell({ t, format, row }: Celling & { row: VamRow }) {
  if (row.change === null) return <Dash reason={t(row.baseline === null ? 'vam.noBaseline' : 'vam.noChange')} />;
  const text = format.percent(row.change, { decimals: 1, sign: true });
  if (!row.unreliable) return <Change direction={directionOf(row.change, 1)} text={text} />;
  return (
    <span className={s.doubt}>
      {text}
      <small>{t(`reliability.${row.unreliable}`)}</small>
    </span>
  );
}

const BaselineCell = ({ t, format, shown, seesBaselines, row }: Celling & { row: VamRow }) => {
  if (row.baseline === null) return <Dash reason={t('vam.noBaseline')} />;
  const text = ratioText(format, shown.metric, { ...row, ratio: row.baseline });
  if (!seesBaselines || row.locationId === null) return text;
  return <a href={baselineDetailHref({ locationId: row.locationId, wasteStageId: shown.stageId ?? 0 })}>{text}</a>;
};

function CoverageCell({ t, format, row }: Celling & { row: VamRow }) {
  if (row.coverage === null) return <Dash reason={t('vam.noRatio.noTrackedDays')} />;
  return (
    <>
      {format.percent(row.coverage)}
      <small className={s.days}>{`${format.number(row.countedDays)} / ${format.number(row.trackedDays)}`}</small>
    </>
  );
}

export function trendCells(celling: Celling): Record<TrendColumn, (row: VamTrend) => ReactNode> {
  const { t, shown, hrefWith } = celling;
  const detailHref = ({ siteId, locationId }: VamTrend) =>
    `${hrefWith(locationId === null ? { level: 'location', siteId } : { locationId, siteId })}#detail`;
  return {
    siteName: (row) => <span className={s.name}>{row.siteName}</span>,
    locationName: (row) => <span className={s.name}>{row.locationName}</span>,
    trend: (row) => <Spark {...celling} row={row} />,
    ratio: (row) => <RatioCell {...celling} row={row} />,
    baseline: (row) => <BaselineCell {...celling} row={row} />,
    change: (row) => <ChangeCell {...celling} row={row} />,
    coverage: (row) => <CoverageCell {...celling} row={row} />,
    detail: (row) => (
      <a href={detailHref(row)}>
        {t(shown.level === 'site' ? 'vam.toLocations' : 'vam.toPeriods')}
        <span className="visually-hidden"> ({row.locationName ?? row.siteName})</span>
      </a>
    ),
  };
}

function Spark({ t, format, shown, row }: Celling & { row: VamTrend }) {
  const last = row.spark.findLast(({ ratio }) => ratio !== null)?.ratio;
  const direction = row.change === null || row.unreliable ? undefined : directionOf(row.change, 1);
  return (
    <Sparkline
      label={
        last == null
          ? t('vam.sparkEmpty')
          : t('vam.spark', { last: ratioText(format, shown.metric, { ...row, ratio: last }) })
      }
      values={row.spark.map(({ ratio }) => ratio)}
      estimated={row.spark.map(({ estimated }) => estimated)}
      baseline={row.baseline}
      {...(direction ? { direction } : {})}
    />
  );
}

export function detailCells(celling: Celling): Record<DetailColumn, (row: VamRow) => ReactNode> {
  const { t, format, shown, hrefWith, edits } = celling;
  const { metric, stageId } = shown;
  const period = (row: VamRow) => format.range(row.start, row.end);
  const volumesHref = ({ siteId, locationId, start, end }: VamRow) =>
    locationId === null
      ? `${hrefWith({ level: 'location', siteId, range: 'custom', startDate: start, endDate: end })}#detail`
      : `/volumes?locationId=${locationId}&month=${start.slice(0, 7)}`;
  return {
    vamDataStartDate: (row) => (
      <span className={s.name}>
        {period(row)}
        <small className={s.place}>{row.locationName ?? row.siteName}</small>
      </span>
    ),
    siteName: (row) => <span className={s.name}>{row.siteName}</span>,
    locationName: (row) => <span className={s.name}>{row.locationName}</span>,
    volume: (row) =>
      hasNoVolume(row) ? (
        edits && row.locationId !== null ? (
          <a href={volumesHref(row)}>
            {t('vam.add')}
            <span className="visually-hidden"> ({period(row)})</span>
          </a>
        ) : (
          <Dash reason={t('vam.noRatio.noVolume')} />
        )
      ) : (
        <>
          <a href={volumesHref(row)}>{volumeText(format, metric, row)}</a>
          {row.countedVolume !== row.volume && (
            <small className={s.days}>
              {t('vam.counted', { amount: volumeText(format, metric, { ...row, volume: row.countedVolume }) })}
            </small>
          )}
        </>
      ),
    waste: (row) => (
      <>
        <Figure of={{ kind: 'total' }} filters={behindRow(row, { metric, stageId })}>
          {wasteText(format, metric, row)}
        </Figure>
        {row.countedDays > 0 && countedWasteText(format, metric, row) !== wasteText(format, metric, row) && (
          <small className={s.days}>{t('vam.counted', { amount: countedWasteText(format, metric, row) })}</small>
        )}
      </>
    ),
    ratio: (row) => <RatioCell {...celling} row={row} />,
    change: (row) => <ChangeCell {...celling} row={row} />,
    coverage: (row) => <CoverageCell {...celling} row={row} />,
    estimated: (row) =>
      row.estimatedShare === null ? <Dash reason={t('vam.noRatio.noVolume')} /> : format.percent(row.estimatedShare),
  };
}
