import { Figure } from '../../client/ui/figure';
import type { Format } from '../../client/ui/format';
import { Stripes, StripesKey } from '../../client/ui/stripes';
import type { CapturedRow, ViewType } from '../../server/features/performance/report.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { Change, directionOf } from '../layout/change';
import { BarsChart } from '../layout/chart-bars';
import { ChartFrame } from '../layout/chart-frame';
import { estimatedText, figureIn, type Behind } from './hero';
import s from './ranking.module.css';
import { barPath, rankedBars } from './ranking.rules';

type Ranked = Pick<
  CapturedRow,
  'id' | 'siteName' | 'locationName' | 'weightVsBaseline' | 'unreliable' | 'unconfirmed' | 'estimatedShare'
>;

export interface RankingProps {
  t: Translate;
  format: Format;
  viewType: ViewType;
  /** The rows that count for the overall figures; those whose change is no result have no place in an order. */
  rows: Ranked[];
  hrefOf: (row: Ranked) => string | undefined;
  behind: Behind;
}

const fewEnoughForNames = 12;
const named = 4;

export const nameOf = ({ siteName, locationName }: Pick<Ranked, 'siteName' | 'locationName'>) =>
  locationName === null || locationName === siteName ? siteName : `${locationName}, ${siteName}`;

/** Who reduced and who did not: names beside bars for a few, a skyline with its extremes for many. */
export function Ranking({ t, format, viewType, rows, hrefOf, behind }: RankingProps) {
  const known = rows
    .flatMap((row) => (row.weightVsBaseline === null || row.unreliable ? [] : [{ row, change: row.weightVsBaseline }]))
    .sort((a, b) => a.change - b.change || a.row.id - b.row.id);
  const doubtful = rows.filter((row) => row.weightVsBaseline !== null && row.unreliable);
  const waiting = doubtful.filter((row) => row.unconfirmed).length;
  const judged = doubtful.length - waiting;
  const leftOut = [
    judged > 0 ? t('performance.ranking.leftOut', { count: judged }) : '',
    waiting > 0 ? t('performance.ranking.unconfirmed', { count: waiting }) : '',
  ]
    .filter(Boolean)
    .join(' ');
  if (known.length < 2) return leftOut && <p className={s.leftOut}>{leftOut}</p>;
  const text = (change: number) => format.percent(change, { decimals: 2, sign: true });
  const { bars, estimated, each, clipped, less, more } = rankedBars(
    known.map(({ row, change }) => ({ change, estimatedShare: row.estimatedShare })),
  );
  const figureOf = (row: Ranked) =>
    figureIn(behind, 'weight', viewType === 'sites' ? { siteId: row.id } : { locationId: row.id });
  const title = t(viewType === 'sites' ? 'performance.ranking.sitesTitle' : 'performance.ranking.locationsTitle', {
    less: format.number(less),
    total: format.number(known.length),
  });
  if (known.length <= fewEnoughForNames) {
    return (
      <BarsChart
        id="ranking"
        title={title}
        subtitle={`${t('performance.ranking.subtitle')} ${leftOut}`.trim()}
        bars={known.map(({ row, change }) => ({
          key: String(row.id),
          label: nameOf(row),
          value: change,
          figure: figureOf(row),
          note: estimatedText({ t, format }, row.estimatedShare) ?? '',
          estimatedShare: row.estimatedShare ?? 0,
          tone: change < 0 ? 'less' : 'more',
          ...(hrefOf(row) ? { href: hrefOf(row) as string } : {}),
        }))}
        formatValue={text}
        heads={{ label: t('performance.ranking.name'), value: t('performance.ranking.change') }}
      />
    );
  }
  const subtitle =
    each > 1
      ? t('performance.ranking.subtitleSampled', { count: each })
      : t(clipped ? 'performance.ranking.subtitleClipped' : 'performance.ranking.subtitle');
  const best = known.filter(({ change }) => change < 0).slice(0, named);
  const worst = known
    .filter(({ change }) => change > 0)
    .slice(-named)
    .reverse();
  const table = {
    labelHead: t('performance.ranking.name'),
    valueHead: t('performance.ranking.change'),
    rows: [...best, ...[...worst].reverse()].map(({ row, change }) => ({
      key: String(row.id),
      label: nameOf(row),
      value: <Figure of={figureOf(row)}>{text(change)}</Figure>,
    })),
  };
  const extremes = (found: typeof known) => (
    <ol className={s.names}>
      {found.map(({ row, change }) => (
        <li key={row.id}>
          <span>
            {hrefOf(row) ? <a href={hrefOf(row)}>{nameOf(row)}</a> : nameOf(row)}
            {row.estimatedShare ? (
              <small className={s.share}>{estimatedText({ t, format }, row.estimatedShare)}</small>
            ) : null}
          </span>
          <Figure of={figureOf(row)}>
            <Change direction={directionOf(change)} text={text(change)} />
          </Figure>
        </li>
      ))}
    </ol>
  );
  return (
    <ChartFrame id="ranking" title={title} subtitle={`${subtitle} ${leftOut}`.trim()} table={table}>
      <div className={s.grid}>
        <div>
          <Skyline bars={bars} estimated={estimated} format={format} />
          {estimated.some((part) => part !== 0) && (
            <StripesKey id={skylineStripes} text={t('reliability.estimatedKey')} />
          )}
        </div>
        <div className={s.side}>
          <div>
            <h4 className={s.head}>{t('performance.ranking.best')}</h4>
            {less > 0 ? extremes(best) : <p>{t('performance.ranking.none')}</p>}
          </div>
          <div>
            <h4 className={s.head}>{t('performance.ranking.worst')}</h4>
            {more > 0 ? extremes(worst) : <p>{t('performance.ranking.none')}</p>}
          </div>
        </div>
      </div>
    </ChartFrame>
  );
}

const room = 1.06;
const skylineStripes = 'ranking-estimated';

function Skyline({ bars, estimated, format }: { bars: number[]; estimated: number[]; format: Format }) {
  const low = Math.min(...bars, 0) * room;
  const high = Math.max(...bars, 0) * room;
  const span = high - low || 1;
  const zero = (high / span) * 100;
  const scale = { zero: Number(zero.toFixed(1)), span };
  const ticks = [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1].filter(
    (tick) => tick >= low && tick <= high && (span < 1 || Math.abs(tick * 2) % 1 === 0),
  );
  const yOf = (tick: number) => `${(zero - (tick / span) * 100).toFixed(2)}%`;
  return (
    <div className={s.skyline} role="img" aria-labelledby="ranking-title">
      <svg className={s.axis} aria-hidden="true" focusable="false">
        {ticks.map((tick) => (
          <text key={tick} className={s.tick} x="100%" dx="-10" y={yOf(tick)} dy="0.32em" textAnchor="end">
            {format.percent(tick, { sign: true })}
          </text>
        ))}
      </svg>
      <svg className={s.plot} aria-hidden="true" focusable="false">
        {ticks.map((tick) => (
          <line key={tick} className={s.rule} x1="0" x2="100%" y1={yOf(tick)} y2={yOf(tick)} />
        ))}
        <svg width="100%" height="100%" viewBox={`0 0 ${bars.length} 100`} preserveAspectRatio="none">
          <path className={s.less} d={barPath(bars, { ...scale, direction: 'less' })} />
          <path className={s.more} d={barPath(bars, { ...scale, direction: 'more' })} />
          {estimated.some((part) => part !== 0) && (
            <>
              <Stripes id={skylineStripes} level />
              <path
                d={
                  barPath(estimated, { ...scale, direction: 'less' }) +
                  barPath(estimated, { ...scale, direction: 'more' })
                }
                fill={`url(#${skylineStripes})`}
              />
            </>
          )}
        </svg>
        <line className={s.zero} x1="0" x2="100%" y1={yOf(0)} y2={yOf(0)} />
      </svg>
    </div>
  );
}
