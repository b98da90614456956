import type { ReactNode } from 'react';
import {
  byField,
  frequencies,
  offeredChannels,
  type Frequency,
  type OfferedChannel,
  supportsEveryFrequency,
} from '../../server/features/alerts/alert-channels.rules';
import { operatorSigns } from '../../server/features/alerts/alert-form.rules';
import type { Alert } from '../../server/features/alerts/alerts.contract';
import type { AlertColumn } from '../../server/features/alerts/alerts.table';
import type { OwnChoice } from '../../server/features/alerts/notification-choice.rules';
import { Button } from '../ui/button';
import { classNames } from '../ui/class-names';
import type { Format } from '../ui/format';
import { valueText, type AlertTranslate } from './alert-words';
import s from './alerts.module.css';

export type AlertWindow = 'view' | 'edit' | 'users' | 'delete';

interface CellsOptions {
  t: AlertTranslate;
  format: Format;
  /** As chosen on the page, sent or not. */
  choiceOf: (alert: Alert) => OwnChoice;
  choose: (alert: Alert, change: Partial<OwnChoice>) => void;
  chooseChannel: (alert: Alert, channel: OfferedChannel, wanted: boolean) => void;
  open: (window: AlertWindow, alert: Alert) => void;
  mayEdit: boolean;
  busy: boolean;
}

/** How each column shows an alert. */
export function cellsOf({
  t,
  format,
  choiceOf,
  choose,
  chooseChannel,
  open,
  mayEdit,
  busy,
}: CellsOptions): Record<AlertColumn, (alert: Alert) => ReactNode> {
  const button = (window: AlertWindow, alert: Alert) => (
    <Button
      key={window}
      size="small"
      tone="quiet"
      data-key={`${window}-${alert.alertId}`}
      onClick={() => open(window, alert)}
    >
      {t(`alerts.${window}`)}
      <span className="visually-hidden">{` ${alert.alertName}`}</span>
    </Button>
  );
  const following = offeredChannels.filter(supportsEveryFrequency);
  const boxOf = (channel: OfferedChannel, alert: Alert) => (
    <input
      type="checkbox"
      className={s.box}
      aria-label={t(`alertChannels.${channel.name}.choose`, { name: alert.alertName })}
      checked={choiceOf(alert)[channel.field]}
      disabled={busy}
      onChange={(event) => chooseChannel(alert, channel, event.target.checked)}
    />
  );
  const frequencyOf = (alert: Alert) => {
    const choice = choiceOf(alert);
    return (
      <select
        className={classNames(s.frequency, !following.some(({ field }) => choice[field]) && s.kept)}
        aria-label={t('alerts.frequencyFor', { name: alert.alertName })}
        value={choice.notifyFreqCode}
        disabled={busy}
        onChange={(event) => choose(alert, { notifyFreqCode: event.target.value as Frequency })}
      >
        {frequencies.map((one) => (
          <option key={one} value={one}>
            {t(`alerts.frequency.${one}`)}
          </option>
        ))}
      </select>
    );
  };
  return {
    name: (alert) => (
      <span className={s.name}>
        {alert.alertName}
        <small className={s.below}>{alert.alertDesc}</small>
      </span>
    ),
    measure: ({ alertCompType }) => t(alertCompType === 'netWeightAmount' ? 'alerts.weight' : 'alerts.cost'),
    equation: ({ alertOperator }) => (
      <span className={s.equation}>
        <span aria-hidden="true">{operatorSigns[alertOperator]}</span> {t(`alerts.operators.${alertOperator}`)}
      </span>
    ),
    value: (alert) => valueText(format, alert),
    filter: (alert) => <Filter t={t} alert={alert} />,
    // How often is said once, beside the first that can be had so.
    ...byField((channel) => (alert: Alert) => {
      const box = boxOf(channel, alert);
      if (channel !== following[0]) return box;
      return (
        <span className={s.channel}>
          {box}
          {frequencyOf(alert)}
        </span>
      );
    }),
    controls: (alert) => (
      <span className={s.buttons}>
        {button('view', alert)}
        {mayEdit && alert.editable && (['edit', 'users', 'delete'] as const).map((window) => button(window, alert))}
      </span>
    ),
  };
}

/** The place, and below it the values that an event must have. */
function Filter({ t, alert: { siteName, locationName, deviceName, refAttribs } }: { t: AlertTranslate; alert: Alert }) {
  const place = [siteName, locationName, deviceName].filter((name) => name !== null);
  return (
    <span>
      {place.length > 0 ? place.join(' · ') : t('alerts.allSites')}
      {refAttribs.map(({ elementCode, values }) => (
        <small key={elementCode} className={s.below}>
          {t('global.labelled', {
            label: t(`alerts.types.${elementCode}`),
            value: values.map(({ refName }) => refName).join(', '),
          })}
        </small>
      ))}
    </span>
  );
}
