import { Fragment, type ReactNode } from 'react';
import { Figure } from '../../client/ui/figure';
import { Fold } from '../../client/ui/fold';
import type { Format } from '../../client/ui/format';
import type { Capture } from '../../server/domain/measures/capture.contract';
import { isStale } from '../../server/domain/measures/reliability.rules';
import {
  weeksIn,
  type ComparedFigure,
  type ComparedMeasure,
  type FigurePlace,
  type Filters,
} from '../../server/features/events/figure-address.rules';
import type { OverallFigures, UnconfirmedDays } from '../../server/features/performance/report.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { directionOf } from '../layout/change';
import { HeroFigure, HeroRow, type HeroFigureProps } from '../layout/hero-figure';
import { Meter } from '../layout/meter';
import { accuracyText, correctedNote } from './capture';
import { dateAfter } from './dates';
import s from './hero.module.css';

/** The weeks and places that the figures of a page are of. */
export interface Behind {
  stageId: number;
  /** A Monday and a Sunday. */
  start: string;
  end: string;
  /** Places, and the threshold that was chosen. */
  filters?: Filters;
}

/** The figure of a place in these weeks, as its events are found. */
export const figureIn = (
  { stageId, start, end }: Behind,
  kind: ComparedMeasure,
  place: FigurePlace,
): ComparedFigure => ({ kind, place, stageId, start, weeks: weeksIn({ start, end }) });

/** With where opening days are confirmed; null for whoever may not. */
export type UnconfirmedView = UnconfirmedDays & { href: string | null };

interface FigureProps {
  t: Translate;
  format: Format;
  overall: OverallFigures;
  unconfirmed: UnconfirmedView;
  /** The weeks in words. */
  range: string;
  behind: Behind;
}

export interface TrustProps extends Pick<FigureProps, 't' | 'format' | 'overall' | 'unconfirmed' | 'behind'> {
  capture: Capture;
  /** Fractions, as applied. */
  threshold: number;
  limit: number;
  /** Local date, against which the age of the data is told; null where the page tells it elsewhere. */
  today: string | null;
  seesCompliance: boolean;
  /** Of the weight that stands large, where that is not the headline's. */
  estimatedShare?: number | null;
  /** Where the page shows how its figures came about. */
  more?: { href: string; label: string } | null;
}

const decimals = 2;

/** The two figures that the page is for, and in one line how far they can be trusted. */
export function Heroes(props: FigureProps & TrustProps) {
  return (
    <>
      <HeroRow>
        <ValueFigure {...props} />
        <WeightFigure {...props} />
      </HeroRow>
      <TrustLine {...props} />
    </>
  );
}

/** The overall change of the weight, by one name and with one look wherever it stands. */
export function WeightFigure({ second, ...props }: FigureProps & { second?: boolean }) {
  return (
    <HeroFigure
      {...(second ? { second } : {})}
      label={props.t('performance.hero.weight')}
      {...changeFigure(props, { kind: 'weight', change: props.overall.headline.weightChange })}
    />
  );
}

/** The change of the value, of several currencies one at a time; their amounts are never added. */
function ValueFigure(props: FigureProps) {
  const { t, overall } = props;
  const [only, ...others] = overall.headline.costChanges;
  const label = t('performance.hero.value');
  if (others.length === 0)
    return <HeroFigure label={label} {...changeFigure(props, { kind: 'value', change: only?.change ?? null })} />;
  return (
    <section className={s.values} aria-labelledby="hero-value">
      <h2 id="hero-value" className={s.label}>
        {label}
      </h2>
      {overall.headline.costChanges.map(({ currency, change }, at) => (
        <Fragment key={currency}>
          <input
            className={s.radio}
            type="radio"
            name="hero-currency"
            id={`hero-currency-${currency}`}
            defaultChecked={at === 0}
            autoComplete="off"
            aria-label={t('performance.hero.valueIn', { currency })}
          />
          <label className={s.choice} htmlFor={`hero-currency-${currency}`}>
            {currency}
          </label>
          <div className={s.value}>
            <HeroFigure
              label={t('performance.hero.valueIn', { currency })}
              labelled="elsewhere"
              {...changeFigure(props, { kind: 'value', change, currency })}
            />
          </div>
        </Fragment>
      ))}
    </section>
  );
}

/** How much of a weight was estimated from servings, in words; nothing where none was. */
export function estimatedText(
  { t, format }: Pick<FigureProps, 't' | 'format'>,
  share: number | null,
): string | undefined {
  return share ? t('reliability.estimated', { share: atLeastOne(format, share) }) : undefined;
}

/** The same of a cost that a rule made. */
export function derivedText(
  { t, format }: Pick<FigureProps, 't' | 'format'>,
  share: number | null,
): string | undefined {
  return share ? t('reliability.derived', { share: atLeastOne(format, share) }) : undefined;
}

/** A share that there is never shows as none. */
export const atLeastOne = (format: Format, share: number) => format.percent(Math.max(share, 0.01));

interface Measured {
  kind: 'weight' | 'value';
  change: number | null;
  currency?: string;
}

function changeFigure(
  { t, format, overall, unconfirmed, range, behind }: FigureProps,
  { kind, change, currency }: Measured,
): Omit<HeroFigureProps, 'label'> {
  const { headline } = overall;
  if (change === null) return { value: null, missing: whyUnknown({ t, headline, unconfirmed }) };
  return {
    value: percent(format, change),
    figure: { of: figureIn(behind, kind, headline.place), filters: { ...behind.filters, currency } },
    direction: directionOf(change, decimals),
    comparison: t('performance.hero.comparison', { range }),
    unchanged: t('performance.hero.unchanged', { range }),
    doubt: doubtOf({ t, headline, unconfirmed }),
  };
}

interface Doubted {
  t: Translate;
  headline: OverallFigures['headline'];
  unconfirmed: UnconfirmedView;
}

function whyUnknown({ t, headline, unconfirmed }: Doubted): ReactNode {
  if (headline.locations > 0) return t('performance.hero.zeroBaseline');
  if (headline.place === 'all') return t('performance.hero.unknown');
  if (unconfirmed.stopped === 0) return t('performance.hero.allStopped');
  return (
    <>
      {t('performance.hero.allUnconfirmed')}{' '}
      {unconfirmed.href !== null && <a href={unconfirmed.href}>{t('performance.hero.confirm')}</a>}
    </>
  );
}

function doubtOf({ t, headline, unconfirmed }: Doubted): ReactNode {
  if (headline.unreliable === null) return null;
  if (!unconfirmed.headline) return t(`reliability.${headline.unreliable}`);
  const words = t('reliability.OPENING_DAYS_UNCONFIRMED');
  return unconfirmed.href === null ? words : <a href={unconfirmed.href}>{words}</a>;
}

const percent = (format: Format, change: number) => format.percent(change, { decimals, sign: true });

/** How far the figures can be trusted, in one line; it opens to whom they leave out, why, and what else bears on them. */
export function TrustLine(props: TrustProps) {
  const { t, format, overall, unconfirmed, more } = props;
  const { headline, locations } = overall;
  const { estimatedShare = headline.estimatedShare } = props;
  // A share of days that may have been closed ones would be a judgement.
  const tracked = unconfirmed.headline ? null : headline.percentOfDaysTracking;
  const counts = { counted: format.number(headline.locations), locations: format.number(locations) };
  const estimated = estimatedText({ t, format }, estimatedShare);
  const words = [
    ...(waits(props) ? [t('reliability.OPENING_DAYS_UNCONFIRMED')] : []),
    tracked === null
      ? t('performance.hero.trustNoDays', counts)
      : t('performance.hero.trust', { percent: format.percent(tracked / 100), ...counts }),
    ...(estimated ? [estimated] : []),
  ];
  return (
    <Fold
      quiet
      className={s.trust}
      title={
        <span className={s.summary}>
          {tracked !== null && <Meter fraction={tracked / 100} className={s.meter} />}
          <span>{words.join(' · ')}</span>
        </span>
      }
    >
      <ul className={s.notes}>
        <FigureNotes {...props} />
        {plainNotes(props).map((note) => (
          <li key={note}>{note}</li>
        ))}
        {unconfirmed.href !== null && waits(props) && (
          <li>
            <a href={unconfirmed.href}>{t('performance.hero.confirm')}</a>
          </li>
        )}
        {more && (
          <li>
            <a href={more.href}>{more.label}</a>
          </li>
        )}
      </ul>
    </Fold>
  );
}

const waits = ({ unconfirmed }: TrustProps) => unconfirmed.headline || unconfirmed.stopped > 0;

/** Those that are figures themselves, and lead to their events. */
function FigureNotes({ t, format, overall, unconfirmed, behind, seesCompliance }: TrustProps) {
  const { headline, compliance, costChanges } = overall;
  const stopped = overall.stoppedLocations - unconfirmed.stopped;
  const filters = behind.filters ?? {};
  const several = costChanges.length > 1;
  return (
    <>
      {headline.percentOfDaysTracking !== null && (
        <li>
          <Figure of={figureIn(behind, 'tracking', headline.place)} filters={filters}>
            {t('performance.hero.tracked', { percent: format.percent(headline.percentOfDaysTracking / 100) })}
          </Figure>
        </li>
      )}
      {headline.place === 'rest' && (
        <li>
          {stopped > 0 && `${t('performance.hero.stopped', { count: stopped })} `}
          {unconfirmed.stopped > 0 && `${t('performance.hero.unconfirmed', { count: unconfirmed.stopped })} `}
          {overall.weightChange !== null && (
            <Figure of={figureIn(behind, 'weight', 'all')} filters={filters}>
              {t(unconfirmed.stopped > 0 ? 'performance.hero.withLeftOut' : 'performance.hero.withStopped', {
                change: percent(format, overall.weightChange),
              })}
            </Figure>
          )}{' '}
          {costChanges.map(
            ({ currency, change }) =>
              change !== null && (
                <Fragment key={currency}>
                  <Figure
                    of={figureIn(behind, 'value', 'all')}
                    filters={{ ...filters, currency: several ? currency : undefined }}
                  >
                    {t(
                      unconfirmed.stopped > 0
                        ? 'performance.hero.withLeftOutValue'
                        : 'performance.hero.withStoppedValue',
                      { change: percent(format, change), currency },
                    )}
                  </Figure>{' '}
                </Fragment>
              ),
          )}
        </li>
      )}
      {seesCompliance && compliance !== null && (
        <li>
          <Figure of={figureIn(behind, 'compliance', 'all')} filters={filters}>
            {t('performance.hero.compliance', { percent: format.percent(compliance / 100) })}
          </Figure>
        </li>
      )}
    </>
  );
}

function plainNotes({ t, format, overall, unconfirmed, capture, threshold, limit, today }: TrustProps): string[] {
  const { headline, withoutBaseline, withoutOpenDay, excludedLocations, newestWeek } = overall;
  const corrected = correctedNote({ t, format, capture });
  return [
    accuracyText({ t, format, capture }),
    ...(corrected === null ? [] : [corrected]),
    ...headline.costChanges.flatMap(({ currency, derivedShare }) => {
      const derived = derivedText({ t, format }, derivedShare);
      return derived ? [`${t('performance.hero.valueIn', { currency })}: ${derived}`] : [];
    }),
    ...(headline.unreliable === 'NOT_ENOUGH_TRACKED_DAYS' && !unconfirmed.headline
      ? [t('performance.hero.limit', { limit: format.percent(limit) })]
      : []),
    ...(withoutBaseline > 0 ? [t('performance.hero.withoutBaseline', { count: withoutBaseline })] : []),
    ...(withoutOpenDay > 0 ? [t('performance.hero.withoutOpenDay', { count: withoutOpenDay })] : []),
    ...(excludedLocations > 0
      ? [t('performance.hero.excluded', { count: excludedLocations, threshold: format.percent(threshold) })]
      : []),
    ...(newestWeek !== null && today !== null && isStale(dateAfter(newestWeek, 6), today)
      ? [t('performance.hero.newest', { week: format.week(newestWeek) })]
      : []),
  ];
}
