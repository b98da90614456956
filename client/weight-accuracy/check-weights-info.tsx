import { useId, useRef, type ToggleEvent } from 'react';
import type { CheckweightDay } from '../../server/features/weight-accuracy/weight-accuracy.contract';
import { Button } from '../ui/button';
import type { Format } from '../ui/format';
import s from './day-table.module.css';
import { weighingTimes } from './weighing-times';
import type { AccuracyTranslate } from './words';

interface CheckWeightsInfoProps {
  t: AccuracyTranslate;
  format: Format;
  day: CheckweightDay;
}

/** Each check weight of a day: how much, and when by the clock of the location. Above everything else, so that no frame cuts it. */
export function CheckWeightsInfo({ t, format, day }: CheckWeightsInfoProps) {
  const id = useId();
  const button = useRef<HTMLSpanElement>(null);
  const title = t('weightAccuracy.info.open', { date: format.date(day.date) });
  const times = weighingTimes(day.checkweights, format, day.timeZone);
  const place = ({ currentTarget, newState }: ToggleEvent<HTMLElement>) => {
    const at = button.current?.getBoundingClientRect();
    if (newState !== 'open' || !at) return;
    const { width, height } = currentTarget.getBoundingClientRect();
    const below = at.bottom + height + 12 < window.innerHeight;
    currentTarget.style.left = `${Math.max(8, Math.min(at.right - width, window.innerWidth - width - 8))}px`;
    currentTarget.style.top = `${below ? at.bottom + 4 : Math.max(8, at.top - height - 4)}px`;
  };
  return (
    <span ref={button} className={s.info}>
      <Button tone="quiet" size="small" icon="info" iconOnly popoverTarget={id}>
        {title}
      </Button>
      <span id={id} popover="auto" role="dialog" aria-label={title} className={s.popover} onToggle={place}>
        <strong>{title}</strong>
        {day.checkweights.length === 0 ? (
          <span>{t('weightAccuracy.info.none')}</span>
        ) : (
          <span role="list" className={s.weights}>
            {day.checkweights.map((one, at) => (
              <span key={one.id} role="listitem">
                <span className={s.weight}>{`${format.number(one.weight, 1)}\u202f${day.unit}`}</span>{' '}
                <span>{times[at]}</span>
              </span>
            ))}
          </span>
        )}
      </span>
    </span>
  );
}
