import { DaySwatch, type GridDay } from '../../client/calendar/month-grid.island';
import { Icon } from '../../client/ui/icon';
import type { Translate } from '../../server/platform/i18n/messages';
import s from './legend.module.css';

export const legendStates = [
  'open',
  'closed',
  'closedException',
  'openException',
  'holiday',
  'before',
  'after',
] as const satisfies GridDay['state'][];

/** The marks of the month, each with its word and drawn as the month draws the day; that of days after the last only where the location is closed. */
export function Legend({ t, closed }: { t: Translate; closed: boolean }) {
  return (
    <div className={s.legend}>
      <h3 className="visually-hidden">{t('calendar.legend.title')}</h3>
      <ul className={s.list}>
        {legendStates
          .filter((state) => closed || state !== 'after')
          .map((state) => (
            <li key={state}>
              <DaySwatch state={state} />
              {t(`calendar.states.${state}`)}
            </li>
          ))}
        <li>
          <span className={s.dot} />
          {t('calendar.legend.transactions')}
        </li>
        <li className={s.flagged}>
          <Icon name="warning" size={14} />
          <span>{t('calendar.legend.flagged')}</span>
        </li>
      </ul>
    </div>
  );
}
