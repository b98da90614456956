import { BulkPage } from '../../../views/data-manager/bulk-page';
import { BulksPage } from '../../../views/data-manager/bulks-page';
import { NewBulkPage } from '../../../views/data-manager/new-bulk-page';
import { Failure } from '../../platform/errors';
import { reply, type Reply } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { refusalIn, refusedStatus, type RefusedForm } from '../../platform/http/refused-form';
import { sentence, type MessageKey } from '../../platform/i18n/messages';
import type { NewBulkQuery } from './bulk.contract';
import { mayUndo } from './bulk.rules';
import { bulkReaderOf, chosenIds, nameBulk, readBulk, readRows } from './bulk.service';
import { countBulk, listBulk } from './bulk.store';
import { loadOffer } from './data.service';
import { bulkRowTable, bulkTable } from './data.table';
import { mayEdit, readerOf, tabsOf, type DataContext } from './grid-pages';

const statusOf = (refused: RefusedForm | undefined) => (refused ? { status: refusedStatus(refused.failure) } : {});

export async function bulksPage(context: DataContext, query: { page: number }): Promise<Reply> {
  const { t, db, url, acting, locale } = context;
  const reader = readerOf(context);
  const total = await countBulk(db, bulkReaderOf(acting));
  const state = bulkTable.within(total, bulkTable.state(query, { reader }));
  const records = await listBulk(db, bulkReaderOf(acting), state.slice);
  const rows = await nameBulk(acting, { records, locale });
  return reply.page(
    <BulksPage
      t={t}
      settings={settingsOf(context)}
      tabs={tabsOf(context)}
      table={bulkTable.view({ reader, url, state, rows, total })}
    />,
    { title: t('dataManager.bulk.title') },
  );
}

export async function bulkPage(
  context: DataContext,
  { id, page = 1 }: { id: number; page?: number | undefined },
  refused?: RefusedForm,
): Promise<Reply> {
  const { t, url, acting, locale, now } = context;
  const bulk = await readBulk(acting, { id, locale });
  const reader = readerOf(context);
  const state = bulkRowTable.within(bulk.events, bulkRowTable.state({ page }, { reader }));
  const rows = (await readRows(acting, { id, locale, ...state.slice })).map((row) => ({
    ...row,
    code: row.code === null ? null : sentence(t, row.code as MessageKey),
  }));
  return reply.page(
    <BulkPage
      t={t}
      settings={settingsOf(context)}
      bulk={bulk}
      mayEdit={mayEdit(context)}
      mayUndo={mayUndo(bulk, now)}
      table={bulkRowTable.view({ reader, url, state, rows, total: bulk.events })}
      refused={refused ? refusalIn(t, refused) : null}
    />,
    { title: t('dataManager.bulk.one', { id }), ...statusOf(refused) },
  );
}

export async function newBulkPage(context: DataContext, query: NewBulkQuery, refused?: RefusedForm): Promise<Reply> {
  const { t, acting, locale } = context;
  let problem = refused;
  let count = 0;
  try {
    count = (await chosenIds(acting, query)).length;
    if (count === 0) problem ??= none('dataManager.noEvents');
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    problem = { failure: error, typed: {} };
  }
  const offer = query.kind === undefined ? null : await loadOffer(acting, { t, locale, writeDay: String });
  return reply.page(
    <NewBulkPage
      t={t}
      settings={settingsOf(context)}
      count={count}
      chosen={{ eventIds: query.eventId ?? [], filter: query.filter }}
      kind={query.kind ?? null}
      offer={offer && { sites: offer.sites, values: offer.values }}
      refused={problem ? refusalIn(t, problem) : null}
    />,
    { title: t('dataManager.bulk.newTitle'), ...statusOf(refused) },
  );
}

const none = (code: 'dataManager.noEvents'): RefusedForm => ({ failure: new Failure(422, code), typed: {} });
