import type { Format } from '../../client/ui/format';
import type { Translate } from '../../server/platform/i18n/messages';

export interface ForecastWriting {
  t: Translate;
  format: Format;
}

/** From and to, with the unit said once. */
export const weightRange = ({ t, format }: ForecastWriting, low: number, high: number) =>
  t('forecast.between', {
    low: format.weight(low, { decimals: 0, unit: false }),
    high: format.weight(high, { decimals: 0 }),
  });
