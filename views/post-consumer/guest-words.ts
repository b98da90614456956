import type { Format } from '../../client/ui/format';
import { leastCoverage } from '../../server/domain/measures/volume-ratios.rules';
import { leftByGuests } from '../../server/domain/places/guest-stages.rules';
import type { Filters } from '../../server/features/events/figure-address.rules';
import type { PerGuest } from '../../server/features/post-consumer/guest.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { ratioText, volumeText } from '../volume-adjusted-metrics/ratio-words';

export const path = '/post-consumer';

export interface Writing {
  t: Translate;
  format: Format;
}

/** Why a form was refused, with what was typed. */
export interface Refusal {
  sentence: string;
  fields: { field: string; sentence: string }[];
  typed: Record<string, string>;
}

export interface ShownGuests {
  start: string;
  end: string;
  wasteStageId: string | undefined;
  place: { siteId?: number | undefined; locationId?: number | undefined };
}

/** The weighings behind what is shown. */
export const eventsOf = ({ start, end, wasteStageId, place }: ShownGuests): Filters => ({
  startDate: start,
  endDate: end,
  wasteStageId: wasteStageId ?? leftByGuests,
  ...place,
});

/** Grams for one guest, or ounces for whoever weighs in pounds. */
export const perGuestText = (format: Format, perGuest: number) =>
  ratioText(format, 'gramsPerCover', { ratio: perGuest, currency: null });

/** A number of guests with the decimals that it has. */
export const guestsText = (format: Format, volume: number) =>
  volumeText(format, 'gramsPerCover', { volume, currency: null });

/** Why there is no figure, in a sentence. */
export function noRatioText({ t, format }: Writing, { noRatio, countedDays, trackedDays }: PerGuest): string {
  switch (noRatio) {
    case 'tooFewDays':
      return t('postConsumer.noRatio.tooFewDays', {
        counted: format.number(countedDays),
        count: trackedDays,
        tracked: format.number(trackedDays),
        least: format.percent(leastCoverage / 100),
      });
    case 'noVolume':
      return t('postConsumer.noRatio.noVolume');
    case 'zeroVolume':
      return t('postConsumer.noRatio.zeroVolume');
    default:
      return t('vam.noRatio.noTrackedDays');
  }
}
