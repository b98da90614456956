import type { ReactNode } from 'react';
import { usePage, type LegacyPage } from '../../../client/legacy/page';
import p from '../../../client/legacy/page.module.css';
import { NotSaid } from '../../../client/legacy/pieces';
import { Badge } from '../../../client/ui/badge';
import type { WasteEvent } from '../../../server/domain/events/event-list.contract';
import type { EventColumn } from '../../../server/domain/events/event.table';
import { describe, type EventField } from './event-words';

/** How each column of the declared table is shown; times with their zones where those of the rows differ. */
export function cellsOf(
  page: LegacyPage,
  { zones }: { zones: boolean },
): Record<EventColumn, (event: WasteEvent) => ReactNode> {
  const { t, format } = page;
  const text = (key: EventField) => (event: WasteEvent) =>
    describe(page, event)[key] ?? (
      <NotSaid reason={t(key === 'cost' ? 'legacy.events.noCost' : 'legacy.events.notSaid')} />
    );
  const weight = (key: 'netGrams' | 'grossGrams' | 'tareGrams') => (event: WasteEvent) =>
    format.weight(event[key], { decimals: 2, unit: false });
  return {
    occurredAt: zones
      ? (event) => (
          <>
            {format.dateTime(event.occurredAt, event.timeZone)}{' '}
            <span className={p.zone}>{format.zone(event.occurredAt, event.timeZone)}</span>
          </>
        )
      : text('occurredAt'),
    siteName: text('siteName'),
    locationName: text('locationName'),
    wasteStageId: text('wasteStageId'),
    itemName: text('itemId'),
    reasonName: text('reasonId'),
    sourceName: text('sourceId'),
    sinkName: text('sinkId'),
    daypartName: text('daypartId'),
    containerName: text('containerId'),
    grossGrams: weight('grossGrams'),
    tareGrams: weight('tareGrams'),
    netGrams: weight('netGrams'),
    entered: text('entered'),
    quantity: text('quantity'),
    cost: text('cost'),
    deviceName: text('deviceId'),
    origin: text('origin'),
  };
}

export function EventNote({ event: { voidedAt, unconfirmed, itemName, locationName } }: { event: WasteEvent }) {
  const { t } = usePage();
  return (
    <>
      {voidedAt !== null && <Badge>{t('legacy.events.voided')}</Badge>}
      {voidedAt === null && unconfirmed !== null && (
        <Badge tone="attention">{t('legacy.events.unconfirmedBadge')}</Badge>
      )}
      <span className={p.onPhone}>{[itemName, locationName].filter((one) => one !== null).join(' · ')}</span>
    </>
  );
}
