import type { z } from 'zod';
import { EventsPage, type PlacesApart } from '../../../views/events/events-page';
import { dayWriter } from '../../../views/events/write-day';
import { listValuesOf } from '../../domain/catalogue';
import { exportEvents, listEvents, searchChoices } from '../../domain/events';
import { eventChoices } from '../../domain/events/event-choices.contract';
import { isRegionElsewhere, listFilterOptions, listStages, lookUpSites, type FilterOptions } from '../../domain/places';
import { viewerOf, type Viewer } from '../../platform/actor';
import { isOn } from '../../platform/feature-flags.rules';
import { defineCall, definePage, reply, type Context, type Route } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { countriesIn } from '../../platform/i18n/country-name.rules';
import { withParameters } from '../../platform/table/table-query';
import { readable } from './event-row.contract';
import { shortened } from './events-choices';
import { eventsChoicesQuery } from './events-choices.contract';
import {
  eventsAnswer,
  eventsFilter,
  eventsPageQuery,
  eventsQuery,
  type EventsAnswer,
  type EventsFilter,
  type EventsQuery,
} from './events.contract';
import { eventsFilters, references, type EventsOffer } from './events.filters';
import { flag } from './events.flags';
import { chooseEvents } from './events.service';
import { eventsTable, readerOf } from './events.table';
import { seesFigures } from './figure-kinds';
import { filtersOf } from './figure.rules';

const path = '/events';
const filterNames = eventsFilter.keyof().options;

/** A list of events is read anew each time: the roll-ups know when they change, single events do not. */
interface Reading extends Pick<Context, 't' | 'db' | 'locale' | 'url' | 'now'> {
  viewer: Viewer;
}

const readingOf = ({ t, db, locale, url, actor, now }: Context): Reading => ({
  t,
  db,
  locale,
  url,
  now,
  viewer: viewerOf(actor, now, 'data'),
});

const readerIn = ({ t, viewer: { permissions, unit } }: Reading) => readerOf({ t, permissions, unit });

/** The file of what a list shows. */
const fileHref = (filter: EventsFilter) =>
  withParameters('/rest/v1/events/export', Object.fromEntries(filterNames.map((name) => [name, filter[name] ?? null])));

async function offerOf(
  { t, db, locale, viewer }: Reading,
  places: FilterOptions,
  siteId: number | undefined,
): Promise<EventsOffer> {
  const { scope, today } = viewer;
  const sites = await lookUpSites(db, scope, ['A', 'I']);
  const values = await listValuesOf(db, scope.organisationId, {
    elementCodes: references.map(([, element]) => element),
    locale,
  });
  return {
    t,
    today,
    sites,
    siteId,
    writeDay: dayWriter(settingsOf({ locale, actor: viewer })),
    stages: await listStages(db, scope),
    ...places,
    countries: countriesIn(locale, places.countries),
    currencies: [...new Set(sites.map((site) => site.currencyCode))].sort(),
    values: Object.fromEntries(references.map(([field, element]) => [field, values.get(element) ?? []])) as Partial<
      EventsOffer['values']
    > as EventsOffer['values'],
  };
}

async function readList({ db, locale, viewer, url, now }: Reading, query: EventsQuery) {
  const chosen = await chooseEvents(db, viewer, { filter: query, url, now });
  const listed = await listEvents(db, { scope: viewer.scope, locale, selection: chosen.selection, query });
  return { ...chosen, ...listed, events: listed.events.map(readable) };
}

/** The last page in place of one after it. */
async function readPage(context: Reading, query: z.infer<typeof eventsPageQuery>) {
  const asked = eventsTable.state(query, { reader: readerIn(context) });
  const list = await readList(context, { ...query, limit: asked.size });
  const state = eventsTable.within(list.total, asked);
  return {
    ...(state.page === query.page ? list : await readList(context, { ...query, page: state.page, limit: state.size })),
    state,
  };
}

/** A location that is not of the site chosen with it: nothing can be of both. null where they fit. */
function placesApart(
  sites: EventsOffer['sites'],
  { siteId, locationId }: Pick<EventsFilter, 'siteId' | 'locationId'>,
): PlacesApart | null {
  const chosen = sites.find((site) => site.siteId === siteId);
  const home = sites.find(({ locations }) => locations.some((one) => one.locationId === locationId));
  if (!chosen || !home || home === chosen) return null;
  const { locationName } = home.locations.find((one) => one.locationId === locationId) ?? { locationName: '' };
  return { locationName, siteName: home.siteName, chosenSiteName: chosen.siteName };
}

export const eventsRoutes: Route[] = [
  definePage({
    method: 'get',
    path,
    access: 'signed-in',
    condition: seesFigures,
    query: eventsPageQuery,
    async handle({ query }, visited) {
      const context = readingOf(visited);
      const {
        t,
        db,
        viewer: { scope, unit, organisation },
        locale,
        url,
      } = context;
      const places = await listFilterOptions(db, scope);
      if (isRegionElsewhere(places, query)) return reply.redirect(withParameters(url, { regionName: null }));
      const reader = readerIn(context);
      const { events, total, totalIsCapped, sums, reckoning, summed, state } = await readPage(context, query);
      // A figure's own place and days stand in the fields, so that whoever changes one of them goes on from there.
      const shown = {
        ...query,
        ...(reckoning && filtersOf(reckoning.figure)),
        ...(reckoning?.bar && { startDate: reckoning.bar.start, endDate: reckoning.bar.end }),
      };
      const offer = await offerOf(context, places, shown.siteId);
      const explained = isOn(organisation, flag);
      const bar = eventsFilters.bar({ action: path, url, values: shown, offer });
      return reply.page(
        <EventsPage
          t={t}
          settings={settingsOf({ locale, actor: { unit, organisation } })}
          filters={shortened(reckoning ? { ...bar, chips: [], clear: null } : bar, query.find)}
          sums={sums}
          reckoning={explained ? reckoning : null}
          summed={explained ? summed && { ...summed, startDate: query.startDate, endDate: query.endDate } : null}
          table={eventsTable.view({ reader, url, state, rows: events, total })}
          capped={totalIsCapped}
          apart={placesApart(offer.sites, shown)}
          csvHref={fileHref(query)}
        />,
        { title: t('events.title') },
      );
    },
  }),

  defineCall({
    method: 'get',
    path,
    access: 'signed-in',
    opens: { programs: true, scopes: ['waste:read'] },
    condition: seesFigures,
    query: eventsQuery,
    answer: eventsAnswer,
    summary: 'The waste events behind a figure, filtered, sorted and paged, and what all of them come to.',
    async handle({ query }, visited) {
      const context = readingOf(visited);
      const { events, total, totalIsCapped, sums } = await readList(context, query);
      return reply.json({
        events,
        sums,
        recorded: total > 0,
        total,
        totalIsCapped,
        page: query.page,
        limit: query.limit,
      } satisfies EventsAnswer);
    },
  }),

  defineCall({
    method: 'get',
    path: `${path}/choices`,
    access: 'signed-in',
    opens: { programs: true, scopes: ['waste:read'] },
    condition: seesFigures,
    query: eventsChoicesQuery,
    answer: eventChoices,
    summary: 'What the events behind figures may be filtered by, searched by name.',
    handle: async ({ query }, { t, locale, acting }) => reply.json(await searchChoices(acting, { t, locale, query })),
  }),

  defineCall({
    method: 'get',
    path: `${path}/export`,
    access: 'signed-in',
    opens: { programs: true, scopes: ['waste:read'] },
    condition: seesFigures,
    query: eventsFilter,
    answerType: 'text/csv',
    summary: 'Events.csv: the events of a filter, the newest first.',
    async handle({ query }, visited) {
      const context = readingOf(visited);
      const { db, locale, viewer, url, now } = context;
      const { selection } = await chooseEvents(db, viewer, { filter: query, url, now });
      return reply.csv(
        eventsTable.file('Events.csv', exportEvents(db, { scope: viewer.scope, locale, selection }), readerIn(context)),
      );
    },
  }),
];
