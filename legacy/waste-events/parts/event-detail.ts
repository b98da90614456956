import { button } from '../../../client/legacy/buttons';
import { openDialog, openForm, type OpenDialog } from '../../../client/legacy/dialog';
import { el } from '../../../client/legacy/element';
import p from '../../../client/legacy/page.module.css';
import { createRegion, type LegacyPage } from '../../../client/legacy/page';
import type { EventDetail } from '../../../server/features/waste-events/event-list.contract';
import { describe, differences, facts } from './event-cells';
import { openEdit } from './event-form';
import type { Lookups } from './lookups';

interface Opening {
  eventId: number;
  lookups: Lookups;
  /** Called after a change, so that the list is loaded again. */
  onChanged: () => void;
  onClose: () => void;
}

/** One event with everything that is known of it, what it was before, and what may be done with it. */
export function openEvent(page: LegacyPage, { eventId, lookups, onChanged, onClose }: Opening): void {
  const { t } = page;
  const region = createRegion(t);
  const footer = el('div', { class: p.buttons });
  const dialog = openDialog({ t, title: t('legacy.events.one', { id: eventId }), size: 'large', body: [region.element], footer: [footer], onClose });
  const load = () => region.fill(async () => {
    const detail = await page.call<EventDetail>(`/waste-events/${eventId}`);
    footer.replaceChildren(...actions(page, detail, { lookups, dialog, changed: () => { onChanged(); void load(); } }));
    return [summary(page, detail), history(page, detail)];
  });
  void load();
}

function summary(page: LegacyPage, { event, revisions }: EventDetail): HTMLElement {
  const { t } = page;
  const { netGrams = null, cost = null, itemId = null, ...values } = describe(page, event);
  const first = revisions.at(-1)?.before;
  const changed = first ? differences(page, first, event) : [];
  return el('div', {},
    event.voidedAt !== null && el('p', { class: p.notice }, t('legacy.events.voidedNotice', { reason: event.voidReason ?? '', name: event.voidedByName ?? t('legacy.ui.system'), at: page.format.dateTime(event.voidedAt, event.timeZone) })),
    facts(page, { netGrams, cost, itemId }, { large: true }),
    facts(page, values),
    changed.length > 0 && el('section', {}, el('h3', {}, t('legacy.events.asReported')), el('ul', {}, ...changed.map((one) => change(page, one)))));
}

function change({ t }: LegacyPage, { name, before, after }: { name: string; before: string | null; after: string | null }): HTMLElement {
  return el('li', { class: p.change }, el('span', {}, t(`legacy.fields.${name}`)),
    el('span', {}, t('legacy.events.fromTo', { before: before ?? '–', after: after ?? '–' })));
}

/** Newest first; each entry says what that change did. */
function history(page: LegacyPage, { event, revisions }: EventDetail): HTMLElement | null {
  if (revisions.length === 0) return null;
  const { t, format } = page;
  const entries = revisions.map((revision, at) => {
    const after = at === 0 ? event : revisions[at - 1]?.before ?? event;
    return el('li', {},
      el('strong', {}, revision.why),
      el('span', { class: p.small }, t('legacy.events.changedBy', { name: revision.byName ?? t('legacy.ui.system'), at: format.dateTime(revision.at, event.timeZone) })),
      el('ul', {}, ...differences(page, revision.before, after).map((one) => change(page, one))));
  });
  return el('section', { class: p.section }, el('h3', {}, t('legacy.events.history')), el('ol', { class: p.history }, ...entries));
}

interface Acting {
  lookups: Lookups;
  dialog: OpenDialog;
  changed: () => void;
}

function actions(page: LegacyPage, detail: EventDetail, { lookups, changed }: Acting): HTMLElement[] {
  const { t } = page;
  const { event } = detail;
  if (event.voidedAt !== null) {
    return [button({ label: t('legacy.events.restore'), tone: 'primary', onClick: () => askReason(page, {
      title: t('legacy.events.restoreTitle', { id: event.eventId }), sentence: t('legacy.events.restoreSentence'), submit: t('legacy.events.restore'),
      async onReason(reason) {
        await page.call(`/waste-events/${event.eventId}/void`, { method: 'DELETE', body: { reason } });
        page.say(t('legacy.events.restored'));
        changed();
      },
    }) })];
  }
  return [
    button({ label: t('legacy.events.void'), onClick: () => askReason(page, {
      title: t('legacy.events.voidTitle', { id: event.eventId }), submit: t('legacy.events.void'), tone: 'danger',
      sentence: t('legacy.events.voidSentence', { weight: page.format.weight(event.netGrams, { decimals: 2 }), location: event.locationName }),
      async onReason(reason) {
        await page.call(`/waste-events/${event.eventId}/void`, { method: 'POST', body: { reason } });
        page.say(t('legacy.events.voidDone'));
        changed();
      },
    }) }),
    button({ label: t('legacy.ui.edit'), tone: 'primary', onClick: () => openEdit(page, { detail, lookups, onSaved: changed }) }),
  ];
}

interface Asking {
  title: string;
  sentence: string;
  submit: string;
  tone?: 'primary' | 'danger';
  onReason: (reason: string) => Promise<void>;
}

function askReason({ t }: LegacyPage, { onReason, ...asking }: Asking): void {
  openForm({
    t, ...asking, size: 'small',
    fields: [{ name: 'reason', kind: 'textarea', label: t('legacy.ui.reason'), required: true, maxLength: 500 }],
    onSubmit: ({ reason = '' }) => onReason(reason),
  });
}
