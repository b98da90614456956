import type { EventRevision, WasteEvent } from '../../server/domain/events/event-list.contract';
import { stageName } from '../../server/domain/places/stage-name.rules';
import s from './data.module.css';
import type { Writing } from './event-cells';

type Values = EventRevision['before'];

/** Who changed what, when and why, the newest first; each change with the values before and after it. */
export function EventHistory({
  t,
  format,
  event,
  revisions,
}: Writing & { event: WasteEvent; revisions: EventRevision[] }) {
  if (revisions.length === 0) return <p>{t('dataManager.event.noHistory')}</p>;
  return (
    <ol className={s.history}>
      {revisions.map(({ revisionId, at, byName, why, before }, index) => {
        const after = revisions[index - 1]?.before ?? event;
        const lines = differences({ t, format }, before, after);
        return (
          <li key={revisionId}>
            <strong>{why}</strong>
            <span className={s.quiet}>
              {t('legacy.events.changedBy', { name: byName ?? t('legacy.ui.system'), at: format.dateTime(at) })}
            </span>
            {lines.length === 0 ? (
              <span className={s.quiet}>{t('dataManager.event.wasSame')}</span>
            ) : (
              <ul className={s.reasons}>
                {lines.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function differences({ t, format }: Writing, before: Values, after: Values): string[] {
  const said = (name: string | null) => name ?? t('legacy.events.notSaid');
  const weight = (grams: number) => format.weight(grams, { decimals: 2 });
  const yesNo = (value: boolean) => t(value ? 'legacy.yes' : 'legacy.no');
  const fields: [label: string, text: (values: Values) => string][] = [
    [t('legacy.fields.state'), (one) => t(one.voidedAt === null ? 'legacy.events.counts' : 'legacy.events.voided')],
    [t('legacy.fields.locationName'), (one) => `${one.locationName}, ${one.siteName}`],
    [t('legacy.fields.occurredAt'), (one) => format.dateTime(one.occurredAt, one.timeZone)],
    [t('legacy.fields.localDate'), (one) => format.date(one.localDate)],
    [t('legacy.fields.wasteStageId'), (one) => stageName(t, one.wasteStageId, one.wasteStageName)],
    [t('legacy.fields.itemId'), (one) => said(one.itemName)],
    [t('legacy.fields.reasonId'), (one) => said(one.reasonName)],
    [t('legacy.fields.sourceId'), (one) => said(one.sourceName)],
    [t('legacy.fields.sinkId'), (one) => said(one.sinkName)],
    [t('legacy.fields.daypartId'), (one) => said(one.daypartName)],
    [t('legacy.fields.containerId'), (one) => said(one.containerName)],
    [t('legacy.fields.grossGrams'), (one) => weight(one.grossGrams)],
    [t('legacy.fields.tareGrams'), (one) => weight(one.tareGrams)],
    [t('legacy.fields.netGrams'), (one) => weight(one.netGrams)],
    [
      t('legacy.fields.cost'),
      (one) =>
        one.costAmount === null || one.costCurrency === null
          ? t('dataManager.event.noCost')
          : format.money(one.costAmount, one.costCurrency),
    ],
    [t('legacy.fields.countsAsWaste'), (one) => yesNo(one.countsAsWaste)],
    [t('legacy.fields.quantity'), (one) => (one.quantity === null ? '–' : format.number(one.quantity))],
    [t('legacy.fields.note'), (one) => one.note ?? '–'],
  ];
  return fields.flatMap(([label, text]) => {
    const [then, now] = [text(before), text(after)];
    return then === now
      ? []
      : [t('global.labelled', { label, value: t('legacy.events.fromTo', { before: then, after: now }) })];
  });
}
