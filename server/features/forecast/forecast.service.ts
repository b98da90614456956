import { listCalendarDays } from '../../domain/calendar';
import { measure } from '../../domain/measures';
import type { DayValue, NoForecast, WeekForecast } from '../../domain/measures/forecast.contract';
import { forecastTerms, forecastWeek, whyNoForecast } from '../../domain/measures/forecast.rules';
import { listPlaces } from '../../domain/places';
import { findVolumePlaces, listCovers } from '../../domain/volumes';
import { may, siteClock, type Viewer } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { shareOf } from '../../platform/fraction.rules';
import { addDays, daysBetween, weekStartOf, type LocalDate } from '../../platform/time';
import type { ComingDay, Forecast, Outlook } from './forecast.contract';
import { pastWeeks } from './forecast.rules';

export interface ForecastQuestion {
  locationId: number;
  stageId: number;
  /** Share of days. */
  shortage: number;
}

/** Next week at a location, by what is known of it today; null where it is not seen. */
export async function loadForecast(
  db: Db,
  viewer: Viewer,
  { locationId, stageId, shortage }: ForecastQuestion,
): Promise<Forecast | null> {
  const { scope } = viewer;
  const sites = await listPlaces(db, scope);
  const site = sites.find(({ locations }) => locations.some((one) => one.locationId === locationId));
  const location = site?.locations.find((one) => one.locationId === locationId);
  const place = (await findVolumePlaces(db, scope, { locationIds: [locationId], now: siteClock(viewer) })).get(
    locationId,
  );
  if (!site || !location || !place) return null;
  const { today, currency } = place;
  const monday = addDays(weekStartOf(today), 7);
  const start = addDays(monday, -7 * (forecastTerms.mostWeeks + 1));
  const [recorded, guests, calendar] = await Promise.all([
    measure(db, scope, {
      grain: 'day',
      by: 'location',
      figures: ['txn', 'g', 'estimatedG', 'cost', 'openDays', 'trackedDays'],
      ...{ start, locationId, stageId },
    }),
    may(viewer, 'VIEW_VAM_DASHBOARD') ? listCovers(db, scope, { start, end: today, locationIds: [locationId] }) : [],
    listCalendarDays(db, {
      ...{ organisationId: scope.organisationId, locationId, evenBeforeFirstEvent: true },
      ...{ from: monday, to: addDays(monday, 6) },
    }),
  ]);
  const asked = {
    monday,
    known: daysBetween(weekStartOf(today), today),
    openDays: calendar.filter(({ closedReason }) => closedReason === null).map(({ day }) => day),
    shortage,
  };
  const over = recorded.filter(({ start: day }) => day < today);
  const tracked = over.filter(({ trackedDays }) => trackedDays > 0);
  const served = guests.filter(({ date, value }) => date < today && Number(value) > 0);
  const covers = served.map(({ date: day, value }) => ({ day, value: Number(value) }));
  const waste = outlookOf(
    tracked.map(({ start: day, g: value }) => ({ day, value })),
    asked,
  );
  const cost = tracked.some((one) => one.cost > 0)
    ? outlookOf(
        tracked.map(({ start: day, cost: value }) => ({ day, value })),
        asked,
      )
    : null;
  const ofCovers = covers.length === 0 ? null : outlookOf(covers, asked);
  const testedOf = (outlook: Outlook | null) => (outlook?.kind === 'week' ? outlook.tested : []);
  const weighed = recorded.filter(({ txn, start: day }) => txn > 0 && day <= today);
  return {
    ...{ siteName: site.siteName, locationId, locationName: location.locationName },
    ...{ stageId, shortage, today, monday, currency },
    days: comingDays(calendar, { waste, cost, covers: ofCovers }),
    ...{ waste, cost, covers: ofCovers },
    weeks: pastWeeks({
      monday,
      recorded: weighed.map(({ start: day, g: value }) => ({ day, value })),
      tested: testedOf(waste),
    }),
    coversWeeks: pastWeeks({
      monday,
      recorded: guests.map(({ date: day, value }) => ({ day, value: Number(value) })),
      tested: testedOf(ofCovers),
    }),
    estimatedShare: shareOf(
      tracked.reduce((sum, one) => sum + one.estimatedG, 0),
      tracked.reduce((sum, one) => sum + one.g, 0),
    ),
    estimatedCovers: shareOf(served.filter(({ estimated }) => estimated).length, served.length),
  };
}

function outlookOf(past: readonly DayValue[], asked: Parameters<typeof forecastWeek>[1]): Outlook {
  const why: NoForecast | null = whyNoForecast(past, asked.monday);
  return why ?? { kind: 'week', ...forecastWeek(past, asked) };
}

interface Outlooks {
  waste: Outlook;
  cost: Outlook | null;
  covers: Outlook | null;
}

function comingDays(
  calendar: readonly { day: LocalDate; closedReason: ComingDay['closed'] }[],
  { waste, cost, covers }: Outlooks,
): ComingDay[] {
  const dayOf = (outlook: Outlook | null, day: LocalDate): WeekForecast['days'][number] | undefined =>
    outlook?.kind === 'week' ? outlook.days.find((one) => one.day === day) : undefined;
  return calendar.map(({ day, closedReason: closed }) => {
    const [weighed, costs, guests] = [dayOf(waste, day), dayOf(cost, day), dayOf(covers, day)];
    return {
      ...{ day, closed },
      grams: weighed?.expected ?? null,
      cost: costs?.expected ?? null,
      covers: guests?.expected ?? null,
      portions: guests?.portions ?? null,
      last: weighed?.last ? { day: weighed.last.day, grams: weighed.last.value } : null,
    };
  });
}
