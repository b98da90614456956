import type { Format } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import type { EventSums } from '../../server/domain/events/event-sums.contract';
import { shareOf } from '../../server/platform/fraction.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { HeroFigure, HeroRow } from '../layout/hero-figure';
import { derivedText, estimatedText } from '../performance/hero';

/** What all the events of the filters come to, whatever the page. */
export function EventSumsRow({ t, format, sums }: { t: Translate; format: Format; sums: EventSums | null }) {
  if (!sums)
    return (
      <Notice tone="info">
        <p>{t('events.tooMany')}</p>
      </Notice>
    );
  return (
    <HeroRow>
      <HeroFigure
        label={t('events.weight')}
        value={format.weight(sums.grams, { unit: false, decimals: 2 })}
        unit={format.unit.abbr}
        comparison={t('events.ofEvents', { count: sums.events, formatted: format.number(sums.events) })}
        estimated={estimatedText({ t, format }, shareOf(sums.estimatedGrams, sums.grams))}
      />
      {sums.costs.map(({ currency, amount, derived }) => (
        <HeroFigure
          key={currency}
          second
          label={t('events.costIn', { currency })}
          value={format.money(amount, currency)}
          estimated={derivedText({ t, format }, shareOf(derived, amount))}
        />
      ))}
      {sums.costs.length === 0 && (
        <HeroFigure second label={t('events.cost')} value={null} missing={t('legacy.events.noCost')} />
      )}
    </HeroRow>
  );
}
