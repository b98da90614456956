import type { OverallFigures } from '../../server/features/performance/report.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { classNames } from '../../client/ui/class-names';
import { directionOf } from '../layout/change';
import type { Format } from '../../client/ui/format';
import { HeroFigure, HeroRow } from '../layout/hero-figure';
import { Icon } from '../../client/ui/icon';
import { useLayoutStrings } from '../../client/ui/layout-strings';
import { Meter } from '../layout/meter';
import s from './hero.module.css';

interface HeroProps {
  t: Translate;
  format: Format;
  overall: OverallFigures;
  /** The weeks in words. */
  range: string;
  threshold: number;
  seesCompliance: boolean;
}

const decimals = 2;

/** The two figures that the page is for, and how far they can be trusted. */
export function Heroes({ t, format, overall, range, threshold, seesCompliance }: HeroProps) {
  const counts = { counted: format.number(overall.countedLocations), locations: format.number(overall.locations) };
  const tracked = overall.percentOfDaysTracking;
  const trust = tracked === null ? t('performance.hero.trustNoDays', counts) : t('performance.hero.trust', { percent: format.percent(tracked / 100), ...counts });
  const missing = t(overall.countedLocations === 0 ? 'performance.hero.unknown' : 'performance.hero.zeroBaseline');
  const figure = (change: number | null) => (change === null
    ? { value: null, missing }
    : { value: format.percent(change, { decimals, sign: true }), direction: directionOf(change, decimals), comparison: t('performance.hero.comparison', { range }) });
  const [only, ...others] = overall.costChanges;
  const shared = { trust, trustFraction: tracked === null ? null : tracked / 100 };
  const notes = [
    ...(overall.excludedLocations > 0 ? [t('performance.hero.excluded', { count: overall.excludedLocations, threshold: format.percent(threshold) })] : []),
    ...(seesCompliance && overall.compliance !== null ? [t('performance.hero.compliance', { percent: format.percent(overall.compliance / 100) })] : []),
  ];
  return (
    <>
      <HeroRow>
        {others.length > 0
          ? <ValueByCurrency {...{ t, format, range, trust, tracked }} changes={overall.costChanges} />
          : <HeroFigure label={t('performance.hero.value')} {...figure(only?.change ?? null)} {...shared} />}
        <HeroFigure label={t('performance.hero.weight')} {...figure(overall.weightChange)} {...shared} />
      </HeroRow>
      {notes.length > 0 && <ul className={s.notes}>{notes.map((note) => <li key={note}>{note}</li>)}</ul>}
    </>
  );
}

interface ValueByCurrencyProps {
  t: Translate;
  format: Format;
  range: string;
  trust: string;
  /** 0 to 100. */
  tracked: number | null;
  changes: OverallFigures['costChanges'];
}

function ValueByCurrency({ t, format, range, trust, tracked, changes }: ValueByCurrencyProps) {
  const strings = useLayoutStrings();
  return (
    <section className={s.values}>
      <h2 className={s.label}>{t('performance.hero.value')}</h2>
      <dl className={s.currencies}>
        {changes.map(({ currency, change }) => {
          const direction = change === null ? null : directionOf(change, decimals);
          return (
            <div key={currency} className={classNames(s.currency, direction && s[direction])}>
              <dt>{currency}</dt>
              <dd>
                {direction && direction !== 'same' && <Icon name={direction} className={s.mark} />}
                {change === null ? <><span aria-hidden="true">–</span><span className="visually-hidden">{t('performance.hero.zeroBaseline')}</span></> : format.percent(change, { decimals, sign: true })}
                {direction && <span className="visually-hidden"> {strings.change[direction]}</span>}
              </dd>
            </div>
          );
        })}
      </dl>
      <p className={s.comparison}>{t('performance.hero.comparedByCurrency', { range })}</p>
      <p className={s.trust}>{tracked !== null && <Meter fraction={tracked / 100} />}<span>{trust}</span></p>
    </section>
  );
}
