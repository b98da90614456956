import { ColumnsPage } from '../../../views/dynamic-menu-adapters/columns-page';
import { LocationsPage } from '../../../views/dynamic-menu-adapters/locations-page';
import { MenuPage } from '../../../views/dynamic-menu-adapters/menu-page';
import { NamesPage } from '../../../views/dynamic-menu-adapters/names-page';
import { listTreeValues } from '../../domain/catalogue';
import { listDailyMenus, listItemsOfDay } from '../../domain/daily-menus';
import { listPlaces, selectHome } from '../../domain/places';
import { fail } from '../../platform/errors';
import { reply, type Reply } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { refusalIn } from '../../platform/http/refused-form';
import { withParameters } from '../../platform/table/table-query';
import { localDateOf, type LocalDate } from '../../platform/time';
import { adaptersPath, menuPathOf, pathOf, statusOf, type PageContext, type Refused } from './adapter-pages';
import type { AdapterAddress, AdapterDone } from './adapters.contract';
import { readAdapter } from './adapters.service';
import { confirmedTable, menuTable, unknownTable } from './adapters.table';
import { guessColumns } from './columns.rules';
import type { MatchedElement } from './matches.store';
import { readLocationReview, readNameReview } from './review.service';

interface Shown {
  done?: AdapterDone | undefined;
  refused?: Refused;
}

/** @throws Failure 404 */
export async function columnsPage(context: PageContext, address: AdapterAddress, { refused }: Shown): Promise<Reply> {
  const { t, db } = context;
  const acting = await context.actingIn(address.organisationId);
  const adapter = await readAdapter(db, acting, address.adapterId);
  const title = t('menuAdapters.columns.title');
  return reply.page(
    <ColumnsPage
      t={t}
      title={title}
      path={pathOf(address)}
      adapter={adapter}
      guess={guessColumns(adapter.sample?.columns ?? [])}
      sites={await listPlaces(db, acting.scope)}
      refused={refused ? refusalIn(t, refused) : null}
    />,
    { title, secure: true, ...statusOf(refused) },
  );
}

/** @throws Failure 404 */
export async function locationsPage(context: PageContext, address: AdapterAddress, { refused }: Shown): Promise<Reply> {
  const { t, db } = context;
  const acting = await context.actingIn(address.organisationId);
  const adapter = await readAdapter(db, acting, address.adapterId);
  const { names, choices } = await readLocationReview(acting, adapter.adapterId);
  const title = t('menuAdapters.locations.title');
  return reply.page(
    <LocationsPage
      t={t}
      title={title}
      path={pathOf(address)}
      adapter={adapter}
      names={names}
      choices={choices}
      refused={refused ? refusalIn(t, refused) : null}
    />,
    { title, secure: true, ...statusOf(refused) },
  );
}

interface NamesQuery {
  element: MatchedElement;
  page?: number;
  pageConfirmed?: number;
}

/** @throws Failure 404 */
export async function namesPage(
  context: PageContext,
  address: AdapterAddress,
  { query, done, refused }: Shown & { query: NamesQuery },
): Promise<Reply> {
  const { t, db, url, actor } = context;
  const acting = await context.actingIn(address.organisationId);
  const { organisationId } = acting.scope;
  const adapter = await readAdapter(db, acting, address.adapterId);
  const reader = { t, permissions: actor.permissions };
  const asked = unknownTable.state(query, { reader });
  const of = { adapterId: adapter.adapterId, element: query.element };
  const { total: all } = await readNameReview(db, organisationId, { ...of, limit: 0, offset: 0 });
  const state = unknownTable.within(all, asked);
  const review = await readNameReview(db, organisationId, { ...of, ...state.slice });
  const confirmed = confirmedTable.paged(
    review.confirmed,
    confirmedTable.state(query, { reader, suffix: 'Confirmed' }),
  );
  // The address of a form that was refused does not say whose names these are.
  const shownAt = refused ? withParameters(url, { element: query.element }) : url;
  const title = t(query.element === 'WASTEITEM' ? 'menuAdapters.review.dishes' : 'menuAdapters.review.dayparts');
  return reply.page(
    <NamesPage
      t={t}
      settings={settingsOf(context)}
      title={title}
      path={pathOf(address)}
      adapter={adapter}
      element={query.element}
      choices={review.values.map(({ name }) => name)}
      unknown={unknownTable.view({ reader, url: shownAt, rows: review.unknown, total: review.total, state })}
      page={state.page}
      confirmed={confirmedTable.view({ reader, url: shownAt, suffix: 'Confirmed', ...confirmed })}
      done={done ?? null}
      refused={refused ? refusalIn(t, refused) : null}
    />,
    { title, secure: true, ...statusOf(refused) },
  );
}

interface MenuQuery {
  locationId?: number | null | undefined;
  date?: LocalDate | undefined;
}

/** Other items that a preview shows below those of the day. */
const shownOthers = 24;

/** The menu of a day at a location, as its tracker puts it first. @throws Failure 404 */
export async function menuPage(context: PageContext, organisationId: number, query: MenuQuery): Promise<Reply> {
  const { t, db, now, locale, url, actor } = context;
  const acting = await context.actingIn(organisationId);
  const sites = await listPlaces(db, acting.scope);
  const all = sites.flatMap(({ siteId, siteName, locations }) =>
    locations.map((one) => ({ ...one, siteId, siteName })),
  );
  const location = query.locationId ? all.find((one) => one.locationId === query.locationId) : all[0];
  if (query.locationId && !location) throw fail.notFound('menuAdapters.problem.unknownLocation');
  const { timeZone } = await selectHome(db, organisationId);
  const date = query.date ?? localDateOf(now, timeZone);
  const rows = location
    ? await listDailyMenus(db, acting.scope, {
        from: date,
        to: date,
        locationId: location.locationId,
        limit: 1_000,
        offset: 0,
        locale,
      })
    : [];
  const reader = { t, permissions: actor.permissions };
  const table = menuTable.paged(rows, menuTable.state({}, { reader }));
  const ofDay = location ? await listItemsOfDay(db, { organisationId, locationId: location.locationId, date }) : [];
  const names = new Map(rows.map(({ itemId, itemName }) => [itemId, itemName]));
  const others = (await listTreeValues(db, organisationId, 'WASTEITEM')).filter(
    ({ valueId, status }) => status === 'A' && !names.has(valueId),
  );
  const title = t('menuAdapters.menu.title');
  return reply.page(
    <MenuPage
      t={t}
      settings={settingsOf(context, timeZone)}
      title={title}
      path={menuPathOf(organisationId)}
      back={`${adaptersPath}?organisationId=${organisationId}`}
      sites={sites}
      locationId={location?.locationId ?? null}
      date={date}
      first={ofDay.map((itemId) => names.get(itemId) ?? '')}
      others={others.slice(0, shownOthers).map(({ name, translations }) => translations[locale] ?? name)}
      more={Math.max(0, others.length - shownOthers)}
      table={menuTable.view({ reader, url, ...table })}
    />,
    { title, secure: true },
  );
}
