import type { ReactNode } from 'react';
import { Badge, Stage } from '../../client/ui/badge';
import type { Format } from '../../client/ui/format';
import { Missing } from '../../client/ui/missing';
import type { WasteEvent } from '../../server/domain/events/event-list.contract';
import { stageName } from '../../server/domain/places/stage-name.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import s from './data.module.css';

export interface Writing {
  t: Translate;
  format: Format;
}

/** When it happened, by its location's clock; and what is to be known of it before it is opened. */
export function EventTime({ t, format, event, zones }: Writing & { event: WasteEvent; zones: boolean }) {
  return (
    <>
      {format.dateTime(event.occurredAt, event.timeZone)}
      {zones && ` ${format.zone(event.occurredAt, event.timeZone)}`}
      {event.voidedAt !== null && (
        <>
          {' '}
          <Badge>{t('legacy.events.voided')}</Badge>
        </>
      )}
      {event.unconfirmed !== null && (
        <>
          {' '}
          <Badge tone="attention">{t('legacy.events.unconfirmedBadge')}</Badge>
        </>
      )}
    </>
  );
}

export const EventPlace = ({ event }: { event: WasteEvent }) => (
  <>
    {event.locationName}
    <span className={s.quiet}>{event.siteName}</span>
  </>
);

export const EventStage = ({ t, event }: { t: Translate; event: WasteEvent }) => (
  <Stage id={event.wasteStageId} name={stageName(t, event.wasteStageId, event.wasteStageName)} />
);

export const costOf = ({ t, format }: Writing, event: WasteEvent): ReactNode =>
  event.costAmount === null || event.costCurrency === null ? (
    <Missing reason={t('legacy.events.noCost')} />
  ) : (
    format.money(event.costAmount, event.costCurrency)
  );

export const weightOf = ({ format }: Pick<Writing, 'format'>, grams: number) =>
  format.weight(grams, { unit: false, decimals: 2 });

/** What an event is called in a row of others. */
export const nameOf = ({ format }: Pick<Writing, 'format'>, event: WasteEvent) =>
  `${format.dateTime(event.occurredAt, event.timeZone)}, ${event.locationName}`;

export const addressOf = ({ eventId }: { eventId: number }) => `/data-manager/events/${eventId}`;
