import { CalendarPage } from '../../../views/calendar/calendar-page';
import type { CalendarProblem } from '../../../views/calendar/calendar-props';
import { NoLocationsPage } from '../../../views/calendar/no-locations-page';
import { countReachable, searchLocations, findSubdivision, subdivisionsIn } from '../../domain/calendar';
import { monthAfter, patternOn } from '../../domain/calendar/calendar-month.rules';
import { may, scopeOf } from '../../platform/actor';
import type { Failure } from '../../platform/errors';
import { reply, type Context, type Reply } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { sentence } from '../../platform/i18n/messages';
import { seesAll } from '../../platform/restriction.rules';
import { localDateOf } from '../../platform/time';
import type { PageQuery } from './calendar-forms.contract';
import { mayConfigure, readOutcome, readYear, selectLocation } from './calendar-view.service';
import { nothingLearned, viewLearned } from './learned-days';

/** Above this many, locations are searched for instead of listed. */
const mostListed = 100;
const mostFound = 50;

/** The calendar of the location that was asked for, or of the first one. */
export async function calendarPage(context: Context, query: PageQuery, problem?: CalendarProblem): Promise<Reply> {
  const { db, actor, t, locale, now } = context;
  const scope = scopeOf(actor);
  const status = problem ? 422 : undefined;
  const all = await searchLocations(db, scope, { q: '', limit: mostListed });
  const first = all.locations[0];
  if (!first)
    return reply.page(<NoLocationsPage t={t} limited={!seesAll(scope)} mayAdd={may(actor, 'EDIT_SITES')} />, {
      title: t('calendar.title'),
      status,
    });

  const location = await selectLocation(db, actor, query.location ?? first.locationId);
  const listed = all.total <= mostListed;
  const found =
    query.q === undefined || listed ? null : await searchLocations(db, scope, { q: query.q, limit: mostFound });
  const today = localDateOf(now, location.timeZone);
  const month = query.month ?? query.from?.slice(0, 7) ?? today.slice(0, 7);
  const year = await readYear(db, actor, { location, year: month.slice(0, 4) });
  const element = (
    <CalendarPage
      t={t}
      format={settingsOf({ locale, actor }, location.timeZone)}
      today={today}
      month={month}
      neighbours={{ previous: monthAfter(month, -1), next: monthAfter(month, 1) }}
      location={location}
      subdivision={findSubdivision(locale, location.holidayArea)?.subdivisionName ?? null}
      countryHasParts={subdivisionsIn(locale, location.countryCode).length > 0}
      picker={{
        total: all.total,
        options: listed ? all.locations : [],
        search: found && { q: query.q ?? '', ...found },
      }}
      year={year}
      pattern={patternOn(today, year.patterns)}
      reach={await countReachable(db, scope, location.siteId)}
      mayEdit={mayConfigure(actor)}
      learned={mayConfigure(actor) ? await viewLearned(context, location.locationId) : nothingLearned}
      selection={
        query.from ? { from: query.from, to: query.to && query.to >= query.from ? query.to : query.from } : null
      }
      outcome={
        query.change ? await readOutcome(db, actor, { locationId: location.locationId, changeId: query.change }) : null
      }
      againHref={context.url}
      unchanged={query.same === '1'}
      problem={problem ?? null}
    />
  );
  return reply.page(element, { title: t('calendar.titleOf', { location: location.locationName }), status });
}

/** The page again, with what was typed into the form and what was wrong with it. */
export function calendarAgain(form: CalendarProblem['form']) {
  return (failure: Failure, typed: Record<string, string>, context: Context): Promise<Reply> => {
    const fields = Object.fromEntries(
      (failure.options.fields ?? []).map(({ field, code, params }) => [field, sentence(context.t, code, params)]),
    );
    const { location, month } = typed;
    return calendarPage(
      context,
      {
        location: Number(location) > 0 ? Number(location) : undefined,
        month: /^20\d\d-(0[1-9]|1[0-2])$/.test(month ?? '') ? month : undefined,
      },
      { form, typed, fields, message: sentence(context.t, failure.code, failure.options.params) },
    );
  };
}
