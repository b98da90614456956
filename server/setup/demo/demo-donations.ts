import { listDonatedDays, sumDonatedSpans } from '../../domain/measures';
import { listPlaces } from '../../domain/places';
import { confirmReceipt, createPartner, createPickup, createSchedule } from '../../features/donation-dashboard';
import type { Acting, ActingPersonally } from '../../platform/acting';
import { addDays, localDateOf, weekdayOf, type LocalDate } from '../../platform/time';

const weeks = 4;
const monday = 1;
const thursday = 4;
const kitchens = 2;

const blank = {
  time: null,
  itemId: null,
  value: null,
  temperature: null,
  useBy: null,
  note: '',
  weighedFrom: null,
  weighedTo: null,
  scheduleId: null,
  scheduledOn: null,
};

/** Two partners of somebody's kitchens: what they picked up of what was weighed as a donation, most of it with a receipt. */
export async function addDemoDonations(acting: ActingPersonally): Promise<void> {
  const { db } = acting;
  // By the calendar farthest west, so that nothing was picked up tomorrow anywhere.
  const yesterday = addDays(localDateOf(acting.now, 'America/Los_Angeles'), -1);
  const start = addDays(yesterday, -weeks * 7);
  const givers: number[] = [];
  for (const { locations } of await listPlaces(db, acting.scope))
    for (const { locationId } of locations) {
      if (givers.length === kitchens) break;
      const days = await listDonatedDays(db, acting.scope, { start, end: yesterday, locationId });
      if (days.length > 0) givers.push(locationId);
    }
  const [first, second] = givers;
  if (first === undefined) return;
  const foodBank = await createPartner(acting, {
    name: 'Riverside Food Bank',
    kind: 'foodBank',
    contact: 'Jo Marsh, 020 7946 0101',
  });
  const shelter = await createPartner(acting, { name: 'St Anne’s Night Shelter', kind: 'shelter', contact: '' });
  await addPickups(acting, { locationId: first, partnerId: foodBank, from: start, to: yesterday });
  if (second !== undefined)
    await addPickups(acting, { locationId: second, partnerId: shelter, from: start, to: yesterday });
  for (const weekday of [monday, thursday])
    await createSchedule(acting, { locationId: first, partnerId: foodBank, weekday, time: '15:30' });
  await createPickup(acting, {
    ...blank,
    locationId: second ?? first,
    partnerId: shelter,
    day: yesterday,
    grams: 6_500,
    value: 42,
    temperature: 4,
    useBy: addDays(yesterday, 1),
    note: 'Sandwiches left over from a conference.',
  });
}

interface Picked {
  locationId: number;
  partnerId: number;
  from: LocalDate;
  to: LocalDate;
}

/** On Mondays and Thursdays they take what was weighed since they last came; some of it is lost to weighing twice. */
async function addPickups(acting: Acting, { locationId, partnerId, from, to }: Picked): Promise<void> {
  let since = from;
  for (let day = from; day <= to; day = addDays(day, 1)) {
    if (![monday, thursday].includes(weekdayOf(day))) continue;
    const days = { locationId, from: since, to: day };
    since = addDays(day, 1);
    const [weighed] = await sumDonatedSpans(acting.db, acting.scope, [days]);
    if (!weighed || weighed.g === 0) continue;
    const grams = Math.round(weighed.g * 0.98);
    const pickupId = await createPickup(acting, {
      ...blank,
      locationId,
      partnerId,
      day,
      time: '15:40',
      grams,
      temperature: 3.5,
      weighedFrom: days.from,
      weighedTo: day,
    });
    // The newest have no receipt yet, and one earlier was forgotten.
    if (day > addDays(to, -5) || (weekdayOf(day) === monday && day > addDays(to, -14))) continue;
    await confirmReceipt(acting, {
      pickupId,
      receipt: {
        version: 1,
        receiptNo: `RB-${day.replaceAll('-', '')}`,
        receivedOn: addDays(day, 1),
        partnerGrams: Math.round(grams * 0.99),
      },
    });
  }
}
