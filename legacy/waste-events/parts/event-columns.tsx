import type { ListColumn } from '../../../client/legacy/list-view';
import { usePage, type LegacyPage } from '../../../client/legacy/page';
import p from '../../../client/legacy/page.module.css';
import { NotSaid } from '../../../client/legacy/pieces';
import { Badge } from '../../../client/ui/badge';
import type { WasteEvent } from '../../../server/features/waste-events/event-list.contract';
import { describe, type EventField } from './event-words';

type EventColumn = ListColumn<WasteEvent>;

export function columnsOf(page: LegacyPage): EventColumn[] {
  const { t, format } = page;
  const text = (key: EventField, extra: Partial<EventColumn> = {}): EventColumn =>
    ({ key, label: t(`legacy.fields.${key}`), cell: (event) => describe(page, event)[key] ?? <NotSaid reason={t('legacy.events.notSaid')} />, ...extra });
  const weight = (key: 'netGrams' | 'grossGrams' | 'tareGrams', extra: Partial<EventColumn> = {}) =>
    text(key, { unit: format.unit.abbr, numeric: true, sortable: true, cell: (event) => format.weight(event[key], { decimals: 2, unit: false }), ...extra });
  // What is told apart by its id is sorted by its name.
  const value = (name: 'item' | 'reason' | 'source' | 'sink' | 'daypart' | 'container' | 'device') => ({ ...text(`${name}Id`, { sortable: true }), key: `${name}Name` });
  return [
    text('occurredAt', { sortable: true, primary: true }),
    value('item'),
    weight('netGrams', { primary: true }),
    text('cost', { numeric: true, sortable: true, cell: (event) => describe(page, event).cost ?? <NotSaid reason={t('legacy.events.noCost')} /> }),
    text('locationName', { sortable: true }),
    text('siteName', { sortable: true }),
    text('wasteStageId', { sortable: true }),
    value('reason'),
    value('sink'),
    weight('grossGrams'),
    weight('tareGrams'),
    text('entered', { numeric: true }),
    text('quantity', { numeric: true }),
    value('source'),
    value('daypart'),
    value('container'),
    value('device'),
    text('origin', { sortable: true }),
  ];
}

export function EventNote({ event: { voidedAt, itemName, locationName } }: { event: WasteEvent }) {
  const { t } = usePage();
  return (
    <>
      {voidedAt !== null && <Badge>{t('legacy.events.voided')}</Badge>}
      <span className={p.onPhone}>{[itemName, locationName].filter((one) => one !== null).join(' · ')}</span>
    </>
  );
}
