import type { ProfileButton } from '../../server/domain/tracker-profiles/tracker-profile.contract';
import type { App, Draft } from './app';
import { dayIn, driftAt } from './drift.rules';
import { undoMs, type KeptEvent } from './outbox.rules';
import { buttonsOf, containerOf, isOnShift, nameOf, presetOf } from './profile.rules';
import { reckon, valueOf, type Reckoned } from './weight.rules';

export function newDraft(app: App, item: ProfileButton): Draft {
  const { setup, presets } = app.things;
  const container = setup ? containerOf(item.refId, setup.profile, presets) : null;
  return {
    item,
    container,
    text: '',
    unit: presets.unit ?? setup?.unit ?? 'kg',
    byScale: app.scale.connected,
    weight: 0,
    tareGrams: container?.tareGrams ?? 0,
  };
}

/** What the draft weighs now: what was typed, or what the scale says. */
export function weighedNow(app: App, draft: Draft): Draft {
  const container = draft.container?.tareGrams ?? 0;
  if (!draft.byScale) return { ...draft, weight: valueOf(draft.text), tareGrams: container };
  const { state } = app.scale;
  if (state.kind !== 'reads' || state.reading.kind !== 'weight') return { ...draft, weight: 0, tareGrams: container };
  const { value, unit, net } = state.reading;
  // A scale that was tared with the container on it has taken it off already.
  return { ...draft, weight: Math.max(value, 0), unit, tareGrams: net ? 0 : container };
}

export const reckoned = ({ item, ...draft }: Draft): Reckoned =>
  reckon({ ...draft, pricePerKg: item.costPerKg?.amount ?? null });

/** Random in the way of RFC 9562, version 4, also where the browser has no function for it: on an address without HTTPS. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes]
    .map((byte, at) => (at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte))
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The weighing as the tablet keeps it from here on. */
export function eventOf(app: App, draft: Draft, reasonId: number | null): KeptEvent {
  const { setup, presets, measured, enrolled, settings, signedIn } = app.things;
  const location = setup?.profile.location;
  if (!setup || !location || !enrolled) throw new Error('nothing can be weighed without a place');
  const now = Date.now();
  const driftMs = driftAt(now, measured);
  const { netGrams, cost } = reckoned(draft);
  const preset = (kind: Parameters<typeof presetOf>[0]) => presetOf(kind, { profile: setup.profile, presets, now });
  return {
    id: newId(),
    organisationId: enrolled.organisationId,
    state: 'waiting',
    savedAt: now,
    driftMs,
    heldUntil: now + undoMs,
    occurredAt: null,
    day: dayIn(now - (driftMs ?? 0), location.timeZone),
    locationId: location.locationId,
    stageId: preset('stage') ?? 0,
    values: {
      itemId: draft.item.refId,
      reasonId,
      sourceId: preset('station'),
      sinkId: preset('sink'),
      daypartId: preset('daypart'),
      containerId: draft.container?.refId ?? null,
      operatorId: settings?.asksPin && isOnShift(signedIn, now) ? signedIn.operatorId : null,
    },
    weight: draft.weight,
    unit: draft.unit,
    tareGrams: draft.tareGrams,
    netGrams,
    cost,
    currency: cost === null ? null : (draft.item.costPerKg?.currency ?? null),
    itemName: nameOf(draft.item, app.locale),
    why: null,
  };
}

/** Asks why, where there is more than one answer; otherwise saves. */
export async function goOn(app: App, draft: Draft): Promise<void> {
  const profile = app.things.setup?.profile;
  if (!profile) return;
  const reasons = buttonsOf(profile, 'reason');
  if (reasons.length > 1) return app.go({ name: 'reason', draft });
  await app.save(eventOf(app, draft, reasons[0]?.refId ?? null));
}
