import { AdapterListPage } from '../../../views/dynamic-menu-adapters/adapter-list-page';
import { AdapterPage } from '../../../views/dynamic-menu-adapters/adapter-page';
import { NewAdapterPage } from '../../../views/dynamic-menu-adapters/new-adapter-page';
import { RunPage } from '../../../views/dynamic-menu-adapters/run-page';
import { findMenuSpan } from '../../domain/daily-menus';
import { listReachable, selectHome } from '../../domain/places';
import type { ActingPersonally } from '../../platform/acting';
import { fail } from '../../platform/errors';
import { reply, type Context, type Reply } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { refusalIn, refusedStatus, type RefusedForm } from '../../platform/http/refused-form';
import { seesAll } from '../../platform/restriction.rules';
import { localDateOf } from '../../platform/time';
import type { AdapterAddress, AdapterDone, AdapterKind } from './adapters.contract';
import { readAdapter } from './adapters.service';
import { listAdapters } from './adapters.store';
import { adapterTable, runTable, shownRowTable } from './adapters.table';
import { guessColumns } from './columns.rules';
import { readLocationReview, readNameReview } from './review.service';
import { findRun, listRuns } from './runs.store';

export const adaptersPath = '/dynamic-menu-adapters';
export const permission = 'VIEW_DYNAMIC_MENU_ACCOUNT_MANAGER' as const;

export type PageContext = Context<'signed-in'>;
export type Refused = RefusedForm & { form: string };

export const pathOf = ({ organisationId, adapterId }: AdapterAddress) =>
  `${adaptersPath}/${organisationId}/${adapterId}`;
export const menuPathOf = (organisationId: number) => `${adaptersPath}/${organisationId}/menu`;
const listHref = ({ scope }: ActingPersonally) => `${adaptersPath}?organisationId=${scope.organisationId}`;
export const statusOf = (refused: RefusedForm | undefined) =>
  refused ? { status: refusedStatus(refused.failure) } : {};

interface ListQuery {
  organisationId?: number | undefined;
  done?: AdapterDone | undefined;
  page: number;
}

/** @throws Failure 404 for an organization that the person does not reach */
export async function listPage(
  context: PageContext,
  query: ListQuery & Parameters<typeof adapterTable.state>[0],
): Promise<Reply> {
  const { t, db, actor, url, now } = context;
  const acting = await context.actingIn(query.organisationId);
  const whole = seesAll(acting.scope);
  const { organisationId } = acting.scope;
  const { timeZone } = await selectHome(db, organisationId);
  const all = whole ? await listAdapters(db, organisationId) : [];
  const reader = { t, permissions: actor.permissions };
  const { rows, total, state } = adapterTable.paged(all, adapterTable.state(query, { reader }));
  const title = t('menuAdapters.title');
  return reply.page(
    <AdapterListPage
      t={t}
      settings={settingsOf(context, timeZone)}
      title={title}
      path={adaptersPath}
      menuHref={menuPathOf(organisationId)}
      organisationId={organisationId}
      organisations={await listReachable(db, actor, { permission })}
      whole={whole}
      span={await findMenuSpan(db, acting.scope, { from: localDateOf(now, timeZone) })}
      done={query.done ?? null}
      table={adapterTable.view({ reader, url, rows, total, state })}
    />,
    { title, secure: true },
  );
}

/** @throws Failure 404 for an organization that the person does not reach, and for whoever sees only some sites */
export async function newPage(
  context: PageContext,
  { organisationId, kind, refused }: { organisationId?: number | undefined; kind: AdapterKind; refused?: RefusedForm },
): Promise<Reply> {
  const { t, db } = context;
  const acting = await context.actingIn(organisationId);
  if (!seesAll(acting.scope) && !refused) throw fail.notFound('menuAdapters.problem.unknown');
  const { timeZone } = await selectHome(db, acting.scope.organisationId);
  const title = t('menuAdapters.newTitle');
  return reply.page(
    <NewAdapterPage
      t={t}
      settings={settingsOf(context, timeZone)}
      title={title}
      path={`${adaptersPath}/new`}
      back={listHref(acting)}
      organisationId={acting.scope.organisationId}
      kind={kind}
      refused={refused ? refusalIn(t, refused) : null}
    />,
    { title, secure: true, ...statusOf(refused) },
  );
}

interface Shown {
  query?: { done?: AdapterDone | undefined; page?: number };
  refused?: Refused;
}

/** @throws Failure 404 */
export async function adapterPage(
  context: PageContext,
  address: AdapterAddress,
  { query = {}, refused }: Shown,
): Promise<Reply> {
  const { t, db, url, actor } = context;
  const acting = await context.actingIn(address.organisationId);
  const { organisationId } = acting.scope;
  const adapter = await readAdapter(db, acting, address.adapterId);
  const { timeZone } = await selectHome(db, organisationId);
  const reader = { t, permissions: actor.permissions };
  const of = { organisationId, adapterId: adapter.adapterId };
  const asked = runTable.state(query, { reader });
  const counted = await listRuns(db, of, { limit: 1, offset: 0 });
  const state = runTable.within(counted.total, asked);
  const { rows, total } = await listRuns(db, of, state.slice);
  const locations = await readLocationReview(acting, adapter.adapterId);
  const first = { adapterId: adapter.adapterId, limit: 0, offset: 0 };
  const dishes = await readNameReview(db, organisationId, { ...first, element: 'WASTEITEM' });
  const dayparts = await readNameReview(db, organisationId, { ...first, element: 'DAYPART' });
  return reply.page(
    <AdapterPage
      t={t}
      settings={settingsOf(context, timeZone)}
      path={pathOf(address)}
      menuHref={menuPathOf(organisationId)}
      back={listHref(acting)}
      adapter={adapter}
      open={{
        locations: locations.names.filter(({ how }) => how === 'unknown').length,
        dishes: dishes.total,
        dayparts: dayparts.total,
      }}
      names={{
        locations: locations.names.length > 0,
        dishes: dishes.total + dishes.confirmed.length > 0,
        dayparts: dayparts.total + dayparts.confirmed.length > 0,
      }}
      guessed={adapter.sample !== null && isReadable(adapter.sample.columns)}
      runs={runTable.view({ reader, url, rows, total: Math.max(total, counted.total), state })}
      done={query.done ?? null}
      refused={refused ? { form: refused.form, ...refusalIn(t, refused) } : null}
    />,
    { title: adapter.name, secure: true, ...statusOf(refused) },
  );
}

function isReadable(columns: readonly string[]): boolean {
  const { date, dish } = guessColumns(columns);
  return date !== null && dish !== null;
}

/** While it runs, the browser looks again by itself. */
const lookAgain = { headers: { refresh: '2' } };

/** @throws Failure 404 */
export async function runPage(
  context: PageContext,
  { runId, ...address }: AdapterAddress & { runId: number },
): Promise<Reply> {
  const { t, db, url, actor } = context;
  const acting = await context.actingIn(address.organisationId);
  const { organisationId } = acting.scope;
  const adapter = await readAdapter(db, acting, address.adapterId);
  const run = await findRun(db, { organisationId, runId });
  if (run?.adapterId !== adapter.adapterId) throw fail.notFound('menuAdapters.problem.unknownRun');
  const { timeZone } = await selectHome(db, organisationId);
  const reader = { t, permissions: actor.permissions };
  const { rows, total, state } = shownRowTable.paged(run.result?.shown ?? [], shownRowTable.state({}, { reader }));
  const title = t(run.mode === 'test' ? 'menuAdapters.run.testTitle' : 'menuAdapters.run.runTitle');
  const page = reply.page(
    <RunPage
      t={t}
      settings={settingsOf(context, timeZone)}
      title={title}
      path={pathOf(address)}
      menuHref={menuPathOf(organisationId)}
      adapter={adapter}
      run={run}
      rows={shownRowTable.view({ reader, url, rows, total, state })}
    />,
    { title, secure: true },
  );
  return run.state === 'waiting' || run.state === 'running' ? { ...page, ...lookAgain } : page;
}
