import { Fragment } from 'react';
import type { Format } from '../../client/ui/format';
import type { Translate } from '../../server/platform/i18n/messages';
import type { StatusCardView } from './period-card';
import s from './period-shares.module.css';

/** The three periods as parts of one bar, each leading to its card; the figures below say the same. */
export function PeriodShares({ t, format, cards }: { t: Translate; format: Format; cards: StatusCardView[] }) {
  const total = cards.reduce((sum, card) => sum + card.locationCount, 0);
  const starts = cards.map((_, at) => cards.slice(0, at).reduce((sum, card) => sum + card.locationCount, 0));
  const percent = (value: number) => `${((value / total) * 100).toFixed(3)}%`;
  return (
    <div className={s.shares}>
      <svg className={s.bar} aria-hidden="true" focusable="false">
        {total === 0 && <rect className={s.none} width="100%" height="100%" />}
        {total > 0 &&
          cards.map(
            (card, at) =>
              card.locationCount > 0 && (
                <Fragment key={card.name}>
                  <rect
                    className={s[card.name]}
                    x={percent(starts[at] ?? 0)}
                    width={percent(card.locationCount)}
                    height="100%"
                  />
                  {starts[at] !== 0 && (
                    <rect className={s.between} x={percent(starts[at] ?? 0)} width="2" height="100%" />
                  )}
                </Fragment>
              ),
          )}
      </svg>
      <ul className={s.list}>
        {cards.map((card) => (
          <li key={card.name}>
            <a href={`#period-${card.name}`}>
              <span className={s.figure}>{format.number(card.locationCount)}</span>
              <span className={s.label}>
                <svg className={s.swatch} aria-hidden="true" focusable="false">
                  <rect className={s[card.name]} width="100%" height="100%" />
                </svg>
                {t(`deploymentStatus.periods.${card.name}.title`)}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
