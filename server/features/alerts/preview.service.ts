import type { ActingPersonally } from '../../platform/acting';
import { readInBulk } from '../../platform/db/time-limits';
import { seesPlace } from './alert-changes.store';
import type { AlertPreview, PreviewBody } from './alert-preview.contract';
import { matches, type WatchedEvent, type WatchingAlert } from './alerts.rules';
import { checkedMeasure, checkedRefs, refuse } from './alerts.service';
import { eventHref } from './event-href';
import { describeEvents, listNearly, type Cursor } from './preview.store';
import { listBelow, watching } from './watching.store';

const dayMs = 86_400_000;
const days = 90;
const newest = 10;
/** One query reads so many; others get their turn between two. */
const rowsAtOnce = 5_000;
/** Nobody waits for more. */
const mostRows = 200_000;

/**
 * What an alert would have caught in the last 90 days, of what the person sees, counted by what raises alerts.
 * @throws 422 with the field where the alert could not be kept, or where nothing of its place is seen
 */
export async function previewAlert(
  acting: ActingPersonally,
  body: PreviewBody,
  { ownOrganisation }: { ownOrganisation: boolean },
): Promise<AlertPreview> {
  const {
    db,
    scope,
    now,
    actor: { locale, permissions },
  } = acting;
  const alert = await watchingOf(acting, body);
  const since = new Date(now.getTime() - days * dayMs);
  const caught: number[] = [];
  let count = 0;
  let read = 0;
  let after: Cursor | null = null;
  do {
    const from: Cursor | null = after;
    const rows: WatchedEvent[] = await readInBulk(db, (trx) =>
      listNearly(trx, scope, { alert, since, after: from, limit: rowsAtOnce }),
    );
    const found = rows.filter((event) => matches(alert, event));
    count += found.length;
    caught.push(...found.slice(0, newest - caught.length).map(({ eventId }) => eventId));
    read += rows.length;
    after = rows.length === rowsAtOnce ? (rows.at(-1) ?? null) : null;
  } while (after !== null && read < mostRows);
  const events =
    caught.length === 0 ? [] : await readInBulk(db, (trx) => describeEvents(trx, scope, { eventIds: caught, locale }));
  const looking = { permissions, organisationId: ownOrganisation ? null : scope.organisationId };
  return {
    days,
    count,
    capped: after !== null,
    events: events.map((event) => ({ ...event, href: eventHref(looking, event.eventId) })),
  };
}

async function watchingOf({ db, scope }: ActingPersonally, body: PreviewBody): Promise<WatchingAlert> {
  const { siteId, locationId, deviceId, alertCompType, alertOperator, alertCompValue } = body;
  return readInBulk(db, async (trx) => {
    if (!(await seesPlace(trx, scope, body)))
      throw refuse('alertErrors.unknownPlace', locationId ? 'locationId' : 'siteId');
    const measure = await checkedMeasure(trx, body);
    const refs = await checkedRefs(trx, scope.organisationId, body);
    const below = await listBelow(
      trx,
      scope.organisationId,
      refs.filter(({ elementCode }) => elementCode !== 'WASTESTAGE').map(({ refId }) => refId),
    );
    const byElement = [...new Set(refs.map(({ elementCode }) => elementCode))].map((elementCode) => ({
      elementCode,
      ids: refs.filter((one) => one.elementCode === elementCode).map(({ refId }) => refId),
    }));
    return watching(
      {
        alertId: 0,
        siteId,
        locationId,
        deviceId,
        compType: alertCompType,
        operator: alertOperator,
        value: alertCompValue,
        ...measure,
        refs: byElement,
      },
      below,
    );
  });
}
