import { Badge } from '../../client/ui/badge';
import { effectWeeks } from '../../server/domain/measures/effect.rules';
import type { CampaignEffect } from '../../server/features/post-consumer/campaigns.contract';
import { Change, directionOf } from '../layout/change';
import s from './campaign-effect.module.css';
import { perGuestText, type Writing } from './guest-words';

/** Grams a guest before and after, and whether the difference can be told from chance. */
export function EffectText({ t, format, effect }: Writing & { effect: CampaignEffect }) {
  if (effect.kind !== 'sides') return <p className={s.effect}>{t(`postConsumer.effect.${effect.kind}`)}</p>;
  const { days, before, after } = effect;
  return (
    <p className={s.effect}>
      <strong>
        {t('postConsumer.effect.sides', {
          before: perGuestText(format, before.perGuest),
          after: perGuestText(format, after.perGuest),
          change: format.percent(after.perGuest / before.perGuest - 1, { sign: true }),
        })}
      </strong>{' '}
      {t('postConsumer.effect.days', { count: days, days: format.number(days) })}{' '}
      <Measured {...{ t, format, effect }} />
    </p>
  );
}

function Measured({
  t,
  format,
  effect: { effect, days },
}: Writing & { effect: Extract<CampaignEffect, { kind: 'sides' }> }) {
  const muted = (text: string) => <span className={s.note}>{text}</span>;
  if (effect.kind === 'nothingBefore') return muted(t('postConsumer.effect.nothingBefore'));
  if (effect.kind === 'tooFewWeeks')
    return muted(
      t('postConsumer.effect.tooShort', {
        least: format.number(7 * effectWeeks.least),
        count: days,
        days: format.number(days),
      }),
    );
  const { change, low, high, chance, controlChange } = effect;
  const signed = (fraction: number) => format.percent(fraction, { sign: true });
  return (
    <>
      {muted(
        controlChange === null
          ? t('postConsumer.effect.noControl')
          : t('postConsumer.effect.control', { control: signed(controlChange) }),
      )}
      <span className={s.change}>
        {chance ? (
          <>
            <Badge tone="attention">{t('goals.effect.chance')}</Badge> {signed(change)}
          </>
        ) : (
          <Change direction={directionOf(change)} text={format.percent(Math.abs(change))} />
        )}{' '}
        {t('goals.effect.interval', { low: signed(low), high: signed(high) })}
      </span>
    </>
  );
}
