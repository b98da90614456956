import type { Format } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import type { ImportView } from '../../server/features/imports/import.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import s from './import-page.module.css';

type Way = NonNullable<ImportView['enteredBefore']>['ways'][number];

/** Those that are there, among others of the same days. */
function eventsOf({ importId, firstDay, lastDay, locationId, itemId }: Way): string {
  const filters = { importBatchId: importId, locationId, itemId, startDate: firstDay, endDate: lastDay, counts: 'all' };
  return `/events?${new URLSearchParams(Object.entries(filters).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]))).toString()}`;
}

/** A sheet has no word for rows that came in another way before: they are counted, and open to those that are there. */
export function EnteredBefore({ t, format, view }: { t: Translate; format: Format; view: ImportView }) {
  const { enteredBefore, sameFile, eventsTaken } = view;
  if (view.state !== 'CHECKED' || !enteredBefore) return null;
  // Of the very same file there is a notice of its own.
  const ways = enteredBefore.ways.filter(({ importId }) => importId === null || importId !== sameFile?.id);
  if (ways.length === 0) return null;
  const { events, netGrams, atLeast } = enteredBefore;
  const words = {
    count: events,
    formatted: format.number(events),
    all: format.number(eventsTaken),
    weight: format.weight(netGrams),
  };
  return (
    <Notice tone="warning" title={t('imports.before.title')}>
      <p>{t(atLeast ? 'imports.before.atLeast' : 'imports.before.sentence', words)}</p>
      <ul className={s.ways}>
        {ways.map((way) => (
          <li key={way.importId ?? 'others'}>
            <a href={eventsOf(way)}>
              {t('imports.before.way', {
                way:
                  way.importId === null
                    ? t('imports.before.byHand')
                    : t('imports.before.byImport', { file: way.fileName ?? '', id: way.importId }),
                count: way.events,
                events: format.number(way.events),
                weight: format.weight(way.netGrams),
              })}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
