import { Figure } from '../../client/ui/figure';
import type { Format } from '../../client/ui/format';
import type { Filters } from '../../server/features/events/figure-address.rules';
import type { Measure, RankedValue, Ranking } from '../../server/features/food-waste-dashboard/food-waste.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { Meter } from '../layout/meter';
import { atLeastOne } from '../performance/hero';
import s from './ranked-list.module.css';

interface RankedListProps {
  t: Translate;
  format: Format;
  ranking: Ranking;
  measure: Measure;
  currency: string | null;
  /** Of the weighings behind the page. */
  filters: Filters;
  /** Narrows the page to a value. */
  narrowHref: (value: number | 'none') => string;
  /** The same list in full. */
  fullHref: string;
}

/** The values of one dimension, the largest first: its name narrows the page, its amount opens the weighings. */
export function RankedList({ t, format, ranking, measure, currency, filters, narrowHref, fullHref }: RankedListProps) {
  const { field, full, named, unnamed, count, vital } = ranking;
  const id = `food-waste-${field}`;
  const rest = count - named.length;
  const largest = Math.max(named[0]?.value ?? 0, unnamed?.value ?? 0);
  const amounts = ({ grams, costs }: RankedValue) => {
    const money = costs
      .filter((cost) => measure === 'weight' || cost.currency === currency)
      .map((cost) => format.money(cost.amount, cost.currency, { decimals: 0 }));
    return (measure === 'weight' ? [format.weight(grams), ...money] : [...money, format.weight(grams)]).join(' · ');
  };
  const row = (value: RankedValue, name: string) => (
    <li key={value.refId} className={s.row}>
      <a className={s.name} href={narrowHref(value.refId ?? 'none')}>
        {name}
      </a>
      <span className={s.share}>{atLeastOne(format, value.share)}</span>
      <Figure of={{ kind: 'total' }} filters={{ ...filters, [field]: value.refId ?? 'none' }} className={s.amounts}>
        {amounts(value)}
      </Figure>
      <Meter fraction={value.value / largest} className={s.bar} />
    </li>
  );
  return (
    <section aria-labelledby={id} className={full ? s.full : undefined}>
      <h2 id={id} className={s.title}>
        {t(`foodWaste.by.${field}`)}
      </h2>
      {count === 0 ? (
        <p className={s.none}>{t('foodWaste.noneNamed')}</p>
      ) : (
        <>
          {vital !== null && count > 2 && (
            <p className={s.vital}>
              {t('foodWaste.vital', { count: vital, vital: format.number(vital), all: format.number(count) })}
            </p>
          )}
          <ol className={s.list}>
            {named.map((value) => row(value, value.name ?? String(value.refId)))}
            {unnamed && row(unnamed, t('legacy.events.notSaid'))}
          </ol>
          {rest > 0 &&
            (full ? (
              <p className={s.none}>{t('foodWaste.restInFile', { count: rest, number: format.number(rest) })}</p>
            ) : (
              <p className={s.more}>
                <a href={fullHref}>{t('foodWaste.showAll', { count, number: format.number(count) })}</a>
              </p>
            ))}
        </>
      )}
    </section>
  );
}
