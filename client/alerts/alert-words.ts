import type { Alert } from '../../server/features/alerts/alerts.contract';
import { RequestError } from '../runtime/request';
import { sentences, type Speak } from '../runtime/sentences';
import type { Format } from '../ui/format';

/** What the screen of alerts and its windows say. */
export const words = sentences(
  'alerts',
  'alertChannels',
  'editAlertsModal',
  'global.all',
  'global.labelled',
  'global.unspecified',
  'global.close',
  'global.cancel',
  'global.stage8',
  'global.stage9',
  'global.stage23',
  'errors.required',
  'layout.loading',
);
export type AlertTranslate = Speak<typeof words>;

/** The server's own sentence where it gave one. */
export const sentenceOf =
  (t: AlertTranslate) =>
  (error: unknown): string =>
    error instanceof RequestError && error.requestId !== null ? error.message : t('alerts.noAnswer');

const thin = '\u202f';
const mostDecimals = 4;

/** An alert's value with its currency or unit. */
export function valueText(
  format: Format,
  { alertCompType, alertCompValue, currencyCode, alertUnitAbrv }: Alert,
): string {
  if (alertCompType === 'reportedCost' && currencyCode) return format.money(alertCompValue, currencyCode);
  const decimals = Math.min(mostDecimals, String(alertCompValue).split('.')[1]?.length ?? 0);
  return `${format.number(alertCompValue, decimals)}${thin}${alertUnitAbrv ?? ''}`;
}
