import type { ReactNode } from 'react';
import { classNames } from '../../client/ui/class-names';
import { Figure } from '../../client/ui/figure';
import type { Format } from '../../client/ui/format';
import { Icon } from '../../client/ui/icon';
import { useLayoutStrings } from '../../client/ui/layout-strings';
import type { Capture } from '../../server/domain/measures/capture.contract';
import { isStale } from '../../server/domain/measures/reliability.rules';
import {
  weeksIn,
  type ComparedFigure,
  type ComparedMeasure,
  type FigurePlace,
  type Filters,
} from '../../server/features/events/figure-address.rules';
import type { JointChanges, OverallFigures } from '../../server/features/performance/report.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { directionOf } from '../layout/change';
import { HeroFigure, HeroRow } from '../layout/hero-figure';
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

interface FigureProps {
  t: Translate;
  format: Format;
  overall: OverallFigures;
  capture: Capture;
  /** The weeks in words. */
  range: string;
  behind: Behind;
}

export interface NotesProps extends Pick<FigureProps, 't' | 'format' | 'overall' | 'capture' | 'behind'> {
  /** Fractions, as applied. */
  threshold: number;
  limit: number;
  /** Local date, against which the age of the data is told; null where the page tells it elsewhere. */
  today: string | null;
  seesCompliance: boolean;
}

const decimals = 2;

/** The two figures that the page is for, and how far they can be trusted. */
export function Heroes(props: FigureProps & NotesProps) {
  const { t, overall } = props;
  const [only, ...others] = overall.costChanges;
  return (
    <>
      <HeroRow>
        {others.length > 0 ? (
          <ValueByCurrency {...props} />
        ) : (
          <HeroFigure
            label={t('performance.hero.value')}
            {...figureOf(props, {
              kind: 'value',
              change: only?.change ?? null,
              among: (changes) => changes.costChanges[0]?.change ?? null,
            })}
            estimated={derivedText(props, only?.derivedShare ?? null)}
          />
        )}
        <WeightFigure {...props} />
      </HeroRow>
      <OverallNotes {...props} />
    </>
  );
}

/** The overall change of the weight, by one name and with one look wherever it stands. */
export function WeightFigure(props: FigureProps) {
  return (
    <HeroFigure
      label={props.t('performance.hero.weight')}
      {...figureOf(props, {
        kind: 'weight',
        change: props.overall.weightChange,
        among: (changes) => changes.weightChange,
      })}
      estimated={estimatedText(props, props.overall.estimatedShare)}
    />
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
  among: (changes: JointChanges) => number | null;
}

function figureOf({ t, format, overall, capture, range, behind }: FigureProps, { kind, change, among }: Measured) {
  const { withoutStopped } = overall;
  const trusted = trustOf({ t, format, overall, capture, behind });
  if (change === null)
    return {
      ...trusted,
      value: null,
      missing: t(overall.countedLocations === 0 ? 'performance.hero.unknown' : 'performance.hero.zeroBaseline'),
    };
  return {
    ...trusted,
    value: percent(format, change),
    figure: { of: figureIn(behind, kind, 'all'), filters: behind.filters ?? {} },
    direction: directionOf(change, decimals),
    comparison: t('performance.hero.comparison', { range }),
    doubt: doubtOf(t, overall),
    beside: withoutStopped && (
      <Figure of={figureIn(behind, kind, 'rest')} filters={behind.filters ?? {}}>
        {withoutStoppedText(t, withoutStopped, changeText({ t, format }, among(withoutStopped)))}
      </Figure>
    ),
  };
}

const percent = (format: Format, change: number) => format.percent(change, { decimals, sign: true });
const doubtOf = (t: Translate, { unreliable }: JointChanges) =>
  unreliable === null ? undefined : t(`reliability.${unreliable}`);
const changeText = ({ t, format }: Pick<FigureProps, 't' | 'format'>, change: number | null) =>
  change === null ? t('performance.hero.notKnown') : percent(format, change);

function withoutStoppedText(t: Translate, changes: JointChanges, change: string): string {
  const said = t('performance.hero.withoutStopped', { change });
  const doubt = doubtOf(t, changes);
  return doubt ? `${said} (${doubt})` : said;
}

function trustOf({ t, format, overall, capture, behind }: Omit<FigureProps, 'range'>): {
  trust: ReactNode;
  trustFraction: number | null;
} {
  const counts = { counted: format.number(overall.countedLocations), locations: format.number(overall.locations) };
  const tracked = overall.percentOfDaysTracking;
  const accuracy = accuracyText({ t, format, capture });
  if (tracked === null) return { trust: t('performance.hero.trustNoDays', counts), trustFraction: null };
  const trust = (
    <Figure of={figureIn(behind, 'tracking', 'all')} filters={behind.filters ?? {}}>
      {t('performance.hero.trust', { percent: format.percent(tracked / 100), ...counts })}
    </Figure>
  );
  return {
    trust: (
      <>
        {trust}
        {' · '}
        {accuracy}
      </>
    ),
    trustFraction: tracked / 100,
  };
}

/** Whom the figures leave out and why, and what else keeps them from being taken at their face. */
export function OverallNotes({
  t,
  format,
  overall,
  capture,
  behind,
  threshold,
  limit,
  today,
  seesCompliance,
}: NotesProps) {
  const { withoutBaseline, withoutOpenDay, excludedLocations, stoppedLocations, compliance, newestWeek } = overall;
  const corrected = correctedNote({ t, format, capture });
  const notes = [
    ...(corrected === null ? [] : [corrected]),
    ...(overall.unreliable === 'NOT_ENOUGH_TRACKED_DAYS'
      ? [t('performance.hero.limit', { limit: format.percent(limit) })]
      : []),
    ...(stoppedLocations > 0 ? [t('performance.hero.stopped', { count: stoppedLocations })] : []),
    ...(withoutBaseline > 0 ? [t('performance.hero.withoutBaseline', { count: withoutBaseline })] : []),
    ...(withoutOpenDay > 0 ? [t('performance.hero.withoutOpenDay', { count: withoutOpenDay })] : []),
    ...(excludedLocations > 0
      ? [t('performance.hero.excluded', { count: excludedLocations, threshold: format.percent(threshold) })]
      : []),
    ...(newestWeek !== null && today !== null && isStale(dateAfter(newestWeek, 6), today)
      ? [t('performance.hero.newest', { week: format.week(newestWeek) })]
      : []),
  ];
  const scored = seesCompliance && compliance !== null && (
    <Figure of={figureIn(behind, 'compliance', 'all')} filters={behind.filters ?? {}}>
      {t('performance.hero.compliance', { percent: format.percent(compliance / 100) })}
    </Figure>
  );
  return (
    (scored || notes.length > 0) && (
      <ul className={s.notes}>
        {scored && <li>{scored}</li>}
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    )
  );
}

function ValueByCurrency({ t, format, overall, capture, range, behind }: FigureProps) {
  const strings = useLayoutStrings();
  const { withoutStopped } = overall;
  const doubt = doubtOf(t, overall);
  const { trust, trustFraction } = trustOf({ t, format, overall, capture, behind });
  return (
    <section className={s.values}>
      <h2 className={s.label}>{t('performance.hero.value')}</h2>
      <dl className={s.currencies}>
        {overall.costChanges.map(({ currency, change, derivedShare }) => {
          const direction = change === null ? null : directionOf(change, decimals);
          return (
            <div key={currency} className={classNames(s.currency, doubt ? s.unknown : direction && s[direction])}>
              <dt>{currency}</dt>
              <dd>
                {!doubt && direction && direction !== 'same' && <Icon name={direction} className={s.mark} />}
                {change === null ? (
                  <>
                    <span aria-hidden="true">–</span>
                    <span className="visually-hidden">{t('performance.hero.zeroBaseline')}</span>
                  </>
                ) : (
                  <Figure of={figureIn(behind, 'value', 'all')} filters={{ ...behind.filters, currency }}>
                    {percent(format, change)}
                  </Figure>
                )}
                {direction && <span className="visually-hidden"> {strings.change[direction]}</span>}
              </dd>
              {derivedShare ? <dd className={s.derived}>{derivedText({ t, format }, derivedShare)}</dd> : null}
            </div>
          );
        })}
      </dl>
      <p className={s.comparison}>
        {doubt && (
          <>
            <strong>{doubt}.</strong> {strings.change.wouldBe}{' '}
          </>
        )}
        {t('performance.hero.comparedByCurrency', { range })}
      </p>
      {withoutStopped && (
        <ul className={s.rest}>
          {withoutStopped.costChanges.map(({ currency, change }) => (
            <li key={currency}>
              <Figure of={figureIn(behind, 'value', 'rest')} filters={{ ...behind.filters, currency }}>
                {withoutStoppedText(t, withoutStopped, `${currency} ${changeText({ t, format }, change)}`)}
              </Figure>
            </li>
          ))}
        </ul>
      )}
      <p className={s.trust}>
        {trustFraction !== null && <Meter fraction={trustFraction} />}
        <span>{trust}</span>
      </p>
    </section>
  );
}
