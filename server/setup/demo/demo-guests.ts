import { group } from 'd3-array';
import { listRatios } from '../../domain/measures';
import { guestStageIds } from '../../domain/places/guest-stages.rules';
import { putVolumes } from '../../domain/volumes';
import { volumeLimits, type VolumeInput } from '../../domain/volumes/volumes.rules';
import { createCampaign } from '../../features/post-consumer';
import type { ActingPersonally } from '../../platform/acting';
import { addDays, localDateOf, weekdayOf } from '../../platform/time';
import { randomOf } from './simulation/random.rules';

/** Thirteen weeks that are over, and the thirteen before them. */
const days = 27 * 7;
/**
 * An assumption and no measurement: a guest leaves this many grams at a location whose waste is what it usually is. Guests are
 * then drawn by weekday, without regard to the waste of their day.
 */
const gramsOfGuest = 45;
const ofWeekday = [1.05, 1.1, 1.08, 1.06, 0.95, 0.7, 0.66];
const saturday = 6;
/** Before yesterday. */
const campaignDays = 34;

/** Guests of the locations that weigh what guests leave, for half a year, and a campaign at one of them. */
export async function addDemoGuests(acting: ActingPersonally): Promise<void> {
  const { db } = acting;
  // Where the day begins last it is yesterday or today, so that nothing is of tomorrow anywhere.
  const end = addDays(localDateOf(acting.now, 'Europe/London'), -1);
  const span = { stageIds: guestStageIds, start: addDays(end, 1 - days), end };
  const rows = await listRatios(db, acting.scope, {
    metric: 'gramsPerCover',
    level: 'location',
    grain: 'day',
    ...span,
  });
  const byLocation = group(
    rows.filter(({ openDays }) => openDays > 0),
    ({ locationId }) => locationId ?? 0,
  );
  const places = [...byLocation].filter(([, own]) => own.some(({ trackedDays }) => trackedDays > 0));
  const last = places.at(-1)?.[0];
  const volumes = places.flatMap(([locationId, own]): VolumeInput[] => {
    const tracked = own.filter(({ trackedDays }) => trackedDays > 0);
    const usual = tracked.reduce((sum, { g }) => sum + g, 0) / tracked.length / gramsOfGuest;
    const random = randomOf(locationId);
    return (
      own
        // One location counts no guests at weekends, and so shows what is missing.
        .filter(({ start }) => locationId !== last || places.length === 1 || weekdayOf(start) < saturday)
        .map(({ start }) => ({
          locationId,
          date: start,
          kind: 'COVERS',
          period: 'DAY',
          currency: null,
          value: String(
            Math.max(5, Math.round(usual * (ofWeekday[weekdayOf(start) - 1] ?? 1) * random.between(0.88, 1.12))),
          ),
          estimated: false,
        }))
    );
  });
  for (let from = 0; from < volumes.length; from += volumeLimits.rows)
    await putVolumes(acting, { volumes: volumes.slice(from, from + volumeLimits.rows), origin: 'FILE' });
  const first = places[0]?.[0];
  if (first === undefined) return;
  await createCampaign(acting, {
    name: 'Pasta ladle 20% smaller',
    kind: 'portion',
    locationIds: [first],
    sourceId: null,
    startsOn: addDays(end, -campaignDays),
    endsOn: null,
    note: 'The old ladle held two portions.',
  });
}
