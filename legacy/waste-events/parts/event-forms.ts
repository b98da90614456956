import { usePage } from '../../../client/legacy/page';
import type { DialogForm } from '../../../client/ui/form-dialog';
import type { FormFieldProps } from '../../../client/ui/form-field';
import type { EventDetail, WasteEvent } from '../../../server/domain/events/event-list.contract';
import { changeOf, editFields, entryOf, keepsCost, newFields, startedOf } from './event-fields';
import type { LookupsOnDemand } from './lookups';
import { placeAndTime } from './place-and-time';

const confirmOf = (questions: readonly string[]) => (questions.length > 0 ? { confirm: questions } : {});

/** @param onSaved called after each change */
export function useEventForms({ whenKnown }: LookupsOnDemand, onSaved: () => void) {
  const page = usePage();
  const { t, call, ask, say } = page;
  const form = ({
    save,
    said,
    ...rest
  }: Omit<DialogForm, 'onSubmit'> & {
    save: DialogForm['onSubmit'];
    said: string | ((typed: Record<string, string>) => string);
  }) =>
    ask({
      ...rest,
      submitAnyway: t('legacy.events.saveAnyway'),
      async onSubmit(typed, confirmed) {
        await save(typed, confirmed);
        say(typeof said === 'string' ? said : said(typed));
        onSaved();
      },
    });
  const reason: FormFieldProps = {
    name: 'reason',
    kind: 'textarea',
    label: t('legacy.ui.reason'),
    required: true,
    maxLength: 500,
    rows: 3,
  };
  return {
    /** Takes an event that somebody has on paper. The same form sent twice is one event. */
    openNewEvent() {
      const clientEventUuid = crypto.randomUUID();
      whenKnown((lookups) => {
        const place = placeAndTime(page, { locations: lookups.locations.open, inUse: true, instant: new Date() });
        form({
          title: t('legacy.events.newTitle'),
          sentence: t('legacy.events.newSentence'),
          size: 'large',
          submit: t('legacy.events.enter'),
          said: t('legacy.events.entered'),
          fields: newFields(page, { lookups, place }),
          follow: place.follow,
          save: (typed, confirmed) =>
            call('/waste-events/manual', {
              method: 'POST',
              body: { clientEventUuid, ...entryOf(typed), ...confirmOf(confirmed) },
            }),
        });
      });
    },

    /** Puts an event right. */
    openEdit(detail: EventDetail) {
      const { eventId } = detail.event;
      whenKnown((lookups) => {
        const { locationId, timeZone, occurredAt } = detail.event;
        const place = placeAndTime(page, {
          locations: lookups.locations.all,
          inUse: false,
          current: { locationId, timeZone },
          instant: new Date(occurredAt),
        });
        const fields = editFields(page, { lookups, place }, detail);
        const started = startedOf(fields);
        // The same instant by another clock is no change, and keeps its seconds.
        const changed = (typed: Record<string, string>) =>
          changeOf(
            place.isUntouched(typed)
              ? { ...started, localDate: typed.localDate ?? '', localTime: typed.localTime ?? '' }
              : started,
            typed,
          );
        form({
          title: t('legacy.events.editTitle', { id: eventId }),
          size: 'large',
          submit: t('legacy.ui.save'),
          said: (typed) => t(keepsCost(detail, changed(typed)) ? 'legacy.events.savedCostKept' : 'legacy.events.saved'),
          follow: place.follow,
          fields: [
            ...fields,
            { ...reason, label: t('legacy.events.changeReason'), hint: t('legacy.events.reasonHint') },
          ],
          save: ({ reason: why = '', ...typed }, confirmed) =>
            call(`/waste-events/${eventId}`, {
              method: 'PUT',
              body: { reason: why, change: changed(typed), ...confirmOf(confirmed) },
            }),
        });
      });
    },

    /** Says yes to what a device reported and nobody could be asked about. */
    openConfirm({ eventId, unconfirmed }: WasteEvent) {
      form({
        title: t('legacy.events.confirmTitle', { id: eventId }),
        submit: t('legacy.events.confirm'),
        size: 'small',
        fields: [reason],
        said: t('legacy.events.confirmed'),
        save: ({ reason: why }) =>
          call(`/waste-events/${eventId}`, {
            method: 'PUT',
            body: { reason: why, change: {}, ...confirmOf(unconfirmed ?? []) },
          }),
      });
    },

    openVoid({ eventId, netGrams, locationName }: WasteEvent) {
      form({
        title: t('legacy.events.voidTitle', { id: eventId }),
        submit: t('legacy.events.void'),
        tone: 'danger',
        size: 'small',
        fields: [reason],
        said: t('legacy.events.voidDone'),
        sentence: t('legacy.events.voidSentence', {
          weight: page.format.weight(netGrams, { decimals: 2 }),
          location: locationName,
        }),
        save: ({ reason: why }) => call(`/waste-events/${eventId}/void`, { method: 'POST', body: { reason: why } }),
      });
    },

    openRestore({ eventId }: WasteEvent) {
      form({
        title: t('legacy.events.restoreTitle', { id: eventId }),
        sentence: t('legacy.events.restoreSentence'),
        submit: t('legacy.events.restore'),
        size: 'small',
        fields: [reason],
        said: t('legacy.events.restored'),
        save: ({ reason: why }) => call(`/waste-events/${eventId}/void`, { method: 'DELETE', body: { reason: why } }),
      });
    },
  };
}
