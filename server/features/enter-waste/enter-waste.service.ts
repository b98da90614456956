import { findProposedNames, keepProposal, listValuesOf, listWasteStages } from '../../domain/catalogue';
import { takeTypedEvent, voidEvent } from '../../domain/events';
import { userIdOf, type Acting, type ActingPersonally } from '../../platform/acting';
import { fail, Failure, type FieldProblem } from '../../platform/errors';
import type { MessageKey } from '../../platform/i18n/messages';
import type { Metrics } from '../../platform/metrics';
import { instantOf, localDateOf } from '../../platform/time';
import { otherItem, proposedItem } from './enter-waste-address.rules';
import type { Choices, EnteredEvent, Entry, EntryForm } from './enter-waste.contract';
import {
  buttonsOf,
  decimalSignOf,
  itemButtons,
  meantItem,
  momentOf,
  problemsOf,
  readWeight,
  unitOf,
  usualStageOf,
} from './enter-waste.rules';
import {
  countPlaces,
  findEntered,
  findItem,
  findItems,
  findLastPlace,
  findPlace,
  hasItems,
  listCommonItems,
  listEntered,
  listItemNames,
  sumDay,
  type ItemNames,
} from './enter-waste.store';

interface Saved {
  eventId: number;
  itemId: number | undefined;
}

/**
 * Takes what somebody has typed; the same form sent twice is one event.
 * @throws 422 with every field that is wrong, or with the refusal of the event; 409 with what is to be confirmed first
 */
export async function saveEntry(
  acting: ActingPersonally,
  entry: Entry,
  metrics: Pick<Metrics, 'ingested'>,
): Promise<Saved> {
  const {
    db,
    scope,
    now,
    actor: { locale },
  } = acting;
  const place = await findPlace(db, scope, entry.locationId);
  if (!place) throw refused([{ field: 'locationId', code: 'wasteEvents.unknownLocation' }]);
  const { weight, problem } = readWeight(entry.weight, decimalSignOf(locale));
  const problems = [
    ...(problem ? [problem] : []),
    ...problemsOf(entry, { hasItems: await hasItems(db, namesFor(acting)) }),
  ];
  if (weight === undefined || problems.length > 0) throw refused(problems);
  const { itemId, proposal } = await itemOf(acting, entry);
  const { clientEventUuid, locationId, wasteStageId, reasonId, unit, confirm } = entry;
  const typed = {
    clientEventUuid,
    locationId,
    wasteStageId,
    itemId,
    reasonId,
    grossWeight: weight,
    unit,
    ...(confirm.length > 0 && { confirm }),
    ...momentOf(entry, localDateOf(now, place.timeZone)),
  };
  const { eventId } = await saidAs(
    { 'wasteEvents.duplicateUuid': 'enterWaste.savedBefore' },
    takeTypedEvent(acting, typed, {
      metrics,
      ...(proposal !== undefined && {
        alongside: (trx, eventId) =>
          keepProposal(trx, scope.organisationId, { name: proposal, eventId, userId: userIdOf(acting), now }),
      }),
    }),
  );
  return { eventId, itemId };
}

/**
 * Takes an entry back at a touch, without asking why.
 * @throws 404 unknownEvent, 409 where it counts no more already
 */
export function undoEntry(acting: Acting, { eventId, reason }: { eventId: number; reason: string }): Promise<void> {
  return saidAs({ 'wasteEvents.eventIsVoided': 'enterWaste.undoneBefore' }, voidEvent(acting, { eventId, reason }));
}

/** A conflict in the words of who has just pressed a button. */
async function saidAs<T>(words: Partial<Record<MessageKey, MessageKey>>, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const said = error instanceof Failure ? words[error.code] : undefined;
    throw said === undefined ? error : fail.conflict(said, { cause: error });
  }
}

const namesFor = ({ scope: { organisationId }, actor: { locale } }: ActingPersonally): ItemNames => ({
  organisationId,
  locale,
});

const refused = (fields: FieldProblem[]) => fail.unprocessable('enterWaste.notSaved', { fields });

interface MeantItem {
  itemId?: number | undefined;
  /** The name of one that is not listed. */
  proposal?: string;
}

async function itemOf(acting: ActingPersonally, { itemId, itemName }: Entry): Promise<MeantItem> {
  if (itemId !== otherItem && itemId !== proposedItem) return { itemId };
  const found = await findItems(acting.db, namesFor(acting), itemName);
  const meant = meantItem(found, itemName);
  if (!meant && itemId === proposedItem) return { proposal: itemName };
  if (!meant)
    throw refused([
      {
        field: 'itemId',
        code: found.length > 0 ? 'enterWaste.whichItem' : 'enterWaste.noSuchItem',
        params: { name: itemName },
      },
    ]);
  return { itemId: meant.refId };
}

/** With the names that were proposed in place of an item. */
async function withProposals({ db, scope }: Acting, events: EnteredEvent[]): Promise<EnteredEvent[]> {
  const without = events.filter(({ itemName }) => itemName === null).map(({ eventId }) => eventId);
  if (without.length === 0) return events;
  const names = await findProposedNames(db, scope.organisationId, without);
  return events.map((event) =>
    event.itemName === null ? { ...event, proposedName: names.get(event.eventId) } : event,
  );
}

/** One that the person has typed in; undefined where there is none. */
export async function readEntered(acting: ActingPersonally, eventId: number): Promise<EnteredEvent | undefined> {
  const { userId, locale } = acting.actor;
  const event = await findEntered(acting.db, acting.scope, { userId, locale, eventId });
  return event && (await withProposals(acting, [event]))[0];
}

/** What the page offers to whoever has made these choices; without a location, the one that they used last or the only one. */
export async function readForm(
  acting: ActingPersonally,
  { choices, itemName }: { choices: Choices; itemName?: string | undefined },
): Promise<EntryForm | null> {
  const {
    db,
    scope,
    now,
    actor: { userId, unit, locale },
  } = acting;
  const { organisationId } = scope;
  const names = namesFor(acting);
  const { total, severalZones, onlyId } = await countPlaces(db, scope);
  const wanted = choices.locationId ?? onlyId ?? (await findLastPlace(db, scope, userId));
  const place = wanted === undefined ? undefined : await findPlace(db, scope, wanted);
  if (!place) return null;
  const { locationId, timeZone, stageIds } = place;
  const today = localDateOf(now, timeZone);
  const chosen = choices.itemId === undefined ? undefined : await findItem(db, names, choices.itemId);
  const common = await listCommonItems(db, names, { locationId, today });
  const more = common.length > itemButtons;
  return {
    place,
    isOnly: total === 1,
    severalZones,
    choices: {
      ...choices,
      itemId: chosen?.refId,
      wasteStageId: choices.wasteStageId ?? usualStageOf(stageIds),
      unit: choices.unit ?? unitOf(unit),
    },
    items: buttonsOf(common, chosen),
    moreItems: more ? { names: await listItemNames(db, names) } : null,
    matches: more && itemName ? await findItems(db, names, itemName) : [],
    reasons: (
      (await listValuesOf(db, organisationId, { elementCodes: ['WASTEREASON'], locale })).get('WASTEREASON') ?? []
    )
      .filter(({ status }) => status === 'A')
      .map(({ refId, refName }) => ({ refId, name: refName })),
    stages: await listWasteStages(db),
    entered: await withProposals(
      acting,
      await listEntered(db, scope, { userId, locale, since: instantOf(today, '00:00:00', timeZone) }),
    ),
    today,
    total: await sumDay(db, organisationId, { locationId, day: today }),
  };
}
