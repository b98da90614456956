import type { Translate } from '../../server/platform/i18n/messages';
import { classNames } from '../../client/ui/class-names';
import { Icon } from '../../client/ui/icon';
import s from './legend.module.css';

const states = ['open', 'closed', 'closedException', 'openException', 'holiday', 'before', 'after'] as const;

/** The marks of the month, each with its word; that of days after the last only where the location is closed. */
export function Legend({ t, closed }: { t: Translate; closed: boolean }) {
  return (
    <div className={s.legend}>
      <h3 className="visually-hidden">{t('calendar.legend.title')}</h3>
      <ul className={s.list}>
        {states.filter((state) => closed || state !== 'after').map((state) => <li key={state}><span className={classNames(s.swatch, s[state])} />{t(`calendar.states.${state}`)}</li>)}
        <li><span className={s.dot} />{t('calendar.legend.transactions')}</li>
        <li className={s.flagged}><Icon name="warning" size={14} /><span>{t('calendar.legend.flagged')}</span></li>
      </ul>
    </div>
  );
}
