import { Figure } from '../../client/ui/figure';
import type { Format } from '../../client/ui/format';
import type { Filters } from '../../server/features/events/figure-address.rules';
import type { Top, TopValue } from '../../server/features/home/home.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { Meter } from '../layout/meter';
import { atLeastOne } from '../performance/hero';
import s from './top-list.module.css';

interface TopListProps {
  id: string;
  t: Translate;
  format: Format;
  title: string;
  /** Said where nothing was named. */
  none: string;
  /** The filter of the events that a value is found by. */
  field: 'itemId' | 'reasonId';
  /** Of the week and stage. */
  filters: Filters;
  top: Top;
}

/** The heaviest of a week with their share and what they cost; each leads to its weighings. */
export function TopList({ id, t, format, title, none, field, filters, top: { named, unnamed } }: TopListProps) {
  const row = (value: TopValue, name: string) => (
    <li key={value.refId} className={s.row}>
      <span className={s.name}>
        <Figure of={{ kind: 'total' }} filters={{ ...filters, [field]: value.refId ?? 'none' }} className={s.link}>
          {name}
        </Figure>
      </span>
      <span className={s.share}>{atLeastOne(format, value.share)}</span>
      <Meter fraction={value.share} className={s.bar} />
      <span className={s.amounts}>
        {[
          format.weight(value.grams),
          ...value.costs.map(({ currency, amount }) => format.money(amount, currency, { decimals: 0 })),
        ].join(' · ')}
      </span>
    </li>
  );
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={s.title}>
        {title}
      </h2>
      {named.length === 0 && <p className={s.none}>{none}</p>}
      {named.length > 0 && (
        <ol className={s.list}>
          {named.map((value) => row(value, value.name ?? String(value.refId)))}
          {unnamed && row(unnamed, t('legacy.events.notSaid'))}
        </ol>
      )}
    </section>
  );
}
