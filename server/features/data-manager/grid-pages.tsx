import { DataPage } from '../../../views/data-manager/data-page';
import { SuspiciousPage } from '../../../views/data-manager/suspicious-page';
import { dayWriter } from '../../../views/events/write-day';
import { describeEvents, listEvents, listSuspicious, selectEvents } from '../../domain/events';
import { sumEvents } from '../../domain/measures';
import { may } from '../../platform/actor';
import { reply, type Context, type Reply } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { withParameters } from '../../platform/table/table-query';
import { addDays, localDateOf } from '../../platform/time';
import { shortened } from '../events';
import type { DataQuery, SuspiciousQuery } from './data.contract';
import { dataFilters } from './data.filters';
import { conditionsOf, loadOffer } from './data.service';
import { dataTable, suspiciousTable } from './data.table';

export const path = '/data-manager';
export type DataContext = Context<'VIEW_DATA_MANAGER'>;

export const mayEdit = ({ actor }: DataContext) => may(actor, 'EDIT_TRANSACTIONS');
export const readerOf = (context: DataContext) => ({
  t: context.t,
  permissions: context.actor.permissions,
  unit: context.actor.unit,
  mayEdit: mayEdit(context),
});

/** The screens beside this one that somebody may open. */
export const tabsOf = (context: DataContext) => ({
  imports: mayEdit(context),
  volumes: may(context.actor, 'VIEW_VAM_DASHBOARD'),
  weights: may(context.actor, 'VIEW_BASE_LPO_PAGE'),
});

/** The last page in place of one after it. */
async function readPage(context: DataContext, query: DataQuery) {
  const { db, locale, acting } = context;
  const { scope } = acting;
  const conditions = conditionsOf(query);
  const selection = await selectEvents(db, scope, conditions);
  const asked = dataTable.state(query, { reader: readerOf(context) });
  const read = (page: number) =>
    listEvents(db, { scope, locale, selection, query: { sort: query.sort, page, limit: asked.size } });
  const list = await read(asked.page);
  const state = dataTable.within(list.total, asked);
  return {
    ...(state.page === asked.page ? list : await read(state.page)),
    state,
    sums: await sumEvents(db, scope, { filter: conditions, selection, asOfNow: true }),
  };
}

export async function dataPage(context: DataContext, query: DataQuery): Promise<Reply> {
  const { t, locale, url, acting } = context;
  const { events, total, totalIsCapped, state, sums } = await readPage(context, query);
  const settings = settingsOf(context);
  const offer = await loadOffer(acting, { t, locale, writeDay: dayWriter(settings) });
  const bar = dataFilters.bar({ action: path, url, values: query, offer });
  const filter = filterText(url);
  return reply.page(
    <DataPage
      t={t}
      settings={settings}
      tabs={tabsOf(context)}
      mayEdit={mayEdit(context)}
      filters={shortened(bar, query.find)}
      sums={sums}
      table={dataTable.view({ reader: readerOf(context), url, state, rows: events, total })}
      capped={totalIsCapped}
      csvHref={`/rest/v1${path}/export${filter === '' ? '' : `?${filter}`}`}
      allHref={
        totalIsCapped
          ? null
          : withParameters(`${path}/changes/new`, { filter: filter === '' ? 'state=active' : filter })
      }
    />,
    { title: t('dataManager.title') },
  );
}

const filterNames = Object.keys(dataFilters.query);

/** The filters of an address as the query of another. */
function filterText(url: string): string {
  const asked = new URL(url, 'http://tare.invalid').searchParams;
  return new URLSearchParams(
    [...asked].filter(([name, value]) => value !== '' && filterNames.includes(name)),
  ).toString();
}

const usualDays = 28;

export async function suspiciousPage(context: DataContext, query: SuspiciousQuery): Promise<Reply> {
  const { t, db, locale, url, acting, now, actor } = context;
  const { scope } = acting;
  const today = localDateOf(now, actor.organisation.timeZone);
  const to = query.endDate ?? addDays(today, 1);
  const from = query.startDate ?? addDays(today, 1 - usualDays);
  const { events, isCapped } = await listSuspicious(db, scope, { from, to, siteId: query.siteId });
  const state = suspiciousTable.within(events.length, suspiciousTable.state(query, { reader: readerOf(context) }));
  const shown = events.slice(state.slice.offset, state.slice.offset + state.slice.limit);
  const described = new Map(
    (
      await describeEvents(
        db,
        { scope, locale },
        shown.map(({ eventId }) => eventId),
      )
    ).map((event) => [event.eventId, event]),
  );
  const rows = shown.flatMap((one) => {
    const event = described.get(one.eventId);
    return event ? [{ ...one, event }] : [];
  });
  const { sites } = await loadOffer(acting, { t, locale, writeDay: String });
  return reply.page(
    <SuspiciousPage
      t={t}
      settings={settingsOf(context)}
      tabs={tabsOf(context)}
      mayEdit={mayEdit(context)}
      sites={sites}
      asked={{ from, to: query.endDate ?? today, siteId: query.siteId }}
      capped={isCapped}
      table={suspiciousTable.view({ reader: readerOf(context), url, state, rows, total: events.length })}
    />,
    { title: t('dataManager.suspicious.title') },
  );
}
