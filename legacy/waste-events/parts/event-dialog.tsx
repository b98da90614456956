import { Above, useAnswer, usePage } from '../../../client/legacy/page';
import p from '../../../client/legacy/page.module.css';
import { Facts } from '../../../client/legacy/pieces';
import { Button } from '../../../client/ui/button';
import { Dialog } from '../../../client/ui/dialog';
import { Loaded } from '../../../client/ui/loaded';
import { Notice } from '../../../client/ui/notice';
import type { EventDetail } from '../../../server/domain/events/event-list.contract';
import { useEventForms } from './event-forms';
import { describe, differences, type Difference, type EventField } from './event-words';
import type { LookupsOnDemand } from './lookups';

interface EventDialogProps {
  eventId: number;
  lookups: LookupsOnDemand;
  /** Called after a change, so that the list is loaded again. */
  onChanged: () => void;
  onClose: () => void;
}

/** One event with everything that is known of it, what it was before, and what may be done with it. */
export function EventDialog({ eventId, lookups, onChanged, onClose }: EventDialogProps) {
  const { t, sentenceOf } = usePage();
  const loading = useAnswer<EventDetail>(`/waste-events/${eventId}`);
  const { openEdit, openVoid, openRestore, openConfirm } = useEventForms(lookups, () => {
    onChanged();
    loading.reload();
  });
  const { data } = loading;
  const footer =
    data &&
    (data.event.voidedAt === null ? (
      <>
        <Button onClick={() => openVoid(data.event)}>{t('legacy.events.void')}</Button>
        {data.event.unconfirmed !== null && (
          <Button onClick={() => openConfirm(data.event)}>{t('legacy.events.confirm')}</Button>
        )}
        <Button tone="primary" busy={lookups.busy} onClick={() => openEdit(data)}>
          {t('legacy.ui.edit')}
        </Button>
      </>
    ) : (
      <Button tone="primary" onClick={() => openRestore(data.event)}>
        {t('legacy.events.restore')}
      </Button>
    ));
  return (
    <Above>
      <Dialog
        open
        title={t('legacy.events.one', { id: eventId })}
        size="large"
        closeLabel={t('legacy.ui.close')}
        onClose={onClose}
        footer={footer}
      >
        {lookups.error !== null && <Notice tone="error" title={sentenceOf(lookups.error)} />}
        <Loaded from={loading} sentenceOf={sentenceOf}>
          {(detail) => (
            <>
              <Summary {...detail} />
              {detail.revisions.length > 0 && <History {...detail} />}
            </>
          )}
        </Loaded>
      </Dialog>
    </Above>
  );
}

const largest: EventField[] = ['netGrams', 'cost', 'itemId'];

function Summary({ event, revisions }: EventDetail) {
  const page = usePage();
  const { t, format } = page;
  const values = describe(page, event);
  const first = revisions.at(-1)?.before;
  const changed = first ? differences(page, first, event) : [];
  const itemOf = (name: EventField) => ({
    term: t(`legacy.fields.${name}`),
    value: values[name],
    ...(name === 'occurredAt' ? { note: event.timeZone } : {}),
  });
  return (
    <>
      {event.voidedAt !== null && (
        <Notice tone="info">
          <p>
            {t('legacy.events.voidedNotice', {
              reason: event.voidReason ?? '',
              name: event.voidedByName ?? t('legacy.ui.system'),
              at: format.dateTime(event.voidedAt, event.timeZone),
            })}
          </p>
        </Notice>
      )}
      {event.unconfirmed !== null && event.voidedAt === null && (
        <Notice tone="warning" title={t('legacy.events.unconfirmed')}>
          <p>{event.unconfirmed.map((one) => t(`legacy.events.unusual.${one}`)).join(' ')}</p>
        </Notice>
      )}
      <Facts large items={largest.map(itemOf)} />
      <Facts items={(Object.keys(values) as EventField[]).filter((name) => !largest.includes(name)).map(itemOf)} />
      {changed.length > 0 && (
        <section>
          <h3>{t('legacy.events.asReported')}</h3>
          <Differences of={changed} />
        </section>
      )}
    </>
  );
}

function Differences({ of }: { of: Difference[] }) {
  const { t } = usePage();
  return (
    <ul>
      {of.map(({ name, before, after }) => (
        <li key={name} className={p.change}>
          <span>{t(`legacy.fields.${name}`)}</span>
          <span>{t('legacy.events.fromTo', { before: before ?? '–', after: after ?? '–' })}</span>
        </li>
      ))}
    </ul>
  );
}

/** Newest first; each entry says what that change did. */
function History({ event, revisions }: EventDetail) {
  const page = usePage();
  const { t, format } = page;
  return (
    <section className={p.section}>
      <h3>{t('legacy.events.history')}</h3>
      <ol className={p.history}>
        {revisions.map((revision, at) => (
          <li key={revision.revisionId}>
            <strong>{revision.why}</strong>
            <span className={p.small}>
              {t('legacy.events.changedBy', {
                name: revision.byName ?? t('legacy.ui.system'),
                at: format.dateTime(revision.at, event.timeZone),
              })}
            </span>
            <Differences of={differences(page, revision.before, revisions[at - 1]?.before ?? event)} />
          </li>
        ))}
      </ol>
    </section>
  );
}
