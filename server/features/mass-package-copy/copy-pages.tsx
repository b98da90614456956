import { CopyListPage } from '../../../views/mass-package-copy/copy-list-page';
import { CopyPage } from '../../../views/mass-package-copy/copy-page';
import { NewCopyPage } from '../../../views/mass-package-copy/new-copy-page';
import { findValueNames } from '../../domain/catalogue';
import type { SiteRule } from '../../domain/catalogue/site-rules.rules';
import { listPlaces, listReachable } from '../../domain/places';
import type { ActingPersonally } from '../../platform/acting';
import { Failure } from '../../platform/errors';
import { reply, type Context, type Reply } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { refusalIn, refusedStatus, type RefusedForm } from '../../platform/http/refused-form';
import { sentence, type MessageKey, type Translate } from '../../platform/i18n/messages';
import { seesAll } from '../../platform/restriction.rules';
import { doneTarget, planCopy } from './copy-preview.service';
import { looking, partsAllowed, readPlaces } from './copy-states.service';
import type { CopyJob, CopyTarget, Differences, JobAddress } from './copy.contract';
import { narrowedTargets, targetFilters, type JobListQuery, type NewCopyQuery } from './copy.filters';
import { mayRetry, mayUndo, targetsOf } from './copy.rules';
import { readerOf, readJob, readOffer, retried, type SourceOffer } from './copy.service';
import { countJobs, listJobs, listTargets, sumChanges, type JobKey } from './copy.store';
import { jobTable, targetTable } from './copy.table';

export const copyPath = '/mass-package-copy';

export type PageContext = Context<'signed-in'>;

export const pathOf = ({ organisationId, jobId }: JobAddress) => `${copyPath}/${organisationId}/${jobId}`;

const listHref = ({ scope }: ActingPersonally) => `${copyPath}?organisationId=${scope.organisationId}`;

const statusOf = (refused: RefusedForm | undefined) => (refused ? { status: refusedStatus(refused.failure) } : {});

/** @throws Failure 404 for an organization that the person does not reach */
export async function listPage(context: PageContext, query: JobListQuery): Promise<Reply> {
  const { t, db, actor, url } = context;
  const acting = await context.actingIn(query.organisationId);
  const reader = { t, permissions: actor.permissions };
  const total = await countJobs(db, readerOf(acting));
  const state = jobTable.within(total, jobTable.state(query, { reader }));
  const rows = await listJobs(db, readerOf(acting), state.slice);
  const { organisationId } = acting.scope;
  const title = t('massPackageCopy.title');
  return reply.page(
    <CopyListPage
      t={t}
      settings={settingsOf(context)}
      title={title}
      path={copyPath}
      organisationId={organisationId}
      organisations={await listReachable(db, actor, { permission: looking })}
      limited={!seesAll(acting.scope)}
      adds={partsAllowed(acting).length > 0}
      done={query.done ?? null}
      table={jobTable.view({ reader, url, state, rows, total })}
    />,
    { title, secure: true },
  );
}

/** Where the copy is made from, where it goes to, and what. @throws Failure 404 */
export async function newPage(context: PageContext, query: NewCopyQuery, refused?: RefusedForm): Promise<Reply> {
  const { t, db, url } = context;
  const acting = await context.actingIn(query.organisationId);
  const { organisationId } = acting.scope;
  const inUse = await readPlaces(db, acting.scope);
  const places = [...inUse.values()];
  const sites = (await listPlaces(db, acting.scope))
    .map((site) => ({
      ...site,
      locations: site.locations.filter(({ locationId }) => inUse.has(locationId)),
    }))
    .filter(({ locations }) => locations.length > 0);
  const offer = query.sourceId === undefined ? null : await offerOf(acting, query.sourceId);
  const ticked = refused?.typed.targets?.split(',').map(Number) ?? [];
  const title = t('massPackageCopy.newTitle');
  return reply.page(
    <NewCopyPage
      t={t}
      settings={settingsOf(context)}
      title={title}
      path={`${copyPath}/new`}
      back={listHref(acting)}
      organisationId={organisationId}
      sites={sites}
      offer={offer}
      {...narrowedTargets(places, query, ticked)}
      all={places.length - 1}
      filters={targetFilters.bar({
        action: `${copyPath}/new`,
        url,
        values: { ...query, organisationId },
        offer: { t, sites },
      })}
      refused={refused ? refusalIn(t, refused) : null}
    />,
    { title, secure: true, ...statusOf(refused) },
  );
}

/** A source that is not there is chosen again. */
async function offerOf(acting: ActingPersonally, sourceId: number): Promise<SourceOffer | null> {
  try {
    return await readOffer(acting, sourceId);
  } catch (error) {
    if (error instanceof Failure && error.status === 404) return null;
    throw error;
  }
}

interface Shown {
  page?: number | undefined;
  /** Looks at what a second try would change. */
  retries?: boolean;
  refused?: RefusedForm | undefined;
}

/** What a copy would change, how far it is, and what it did. @throws Failure 404 */
export async function jobPage(
  context: PageContext,
  address: JobAddress,
  { page = 1, retries: wanted = false, refused }: Shown,
): Promise<Reply> {
  const { t, db, url, actor, now, locale } = context;
  const acting = await context.actingIn(address.organisationId);
  const { organisationId } = acting.scope;
  const job = await readJob(acting, address.jobId);
  if (wanted && !refused && !mayRetry(job)) return reply.redirect(pathOf(address));
  const retries = wanted && mayRetry(job);
  const key = { organisationId, id: address.jobId };
  const previews = retries || job.state === 'PREVIEW';
  const differences = previews ? await previewOf(acting, { key, job, retries }) : null;
  const reader = { t, permissions: actor.permissions };
  const total = differences?.targets.length ?? targetsOf(job);
  const state = targetTable.within(total, targetTable.state({ page }, { reader }));
  const { offset, limit } = state.slice;
  const found = differences?.targets.slice(offset, offset + limit) ?? (await readDone(acting, { key, limit, offset }));
  const rows = found.map((one) => inWords(t, one));
  const allowed = new Set(partsAllowed(acting));
  const title = t('massPackageCopy.one', { id: job.jobId });
  return reply.page(
    <CopyPage
      t={t}
      settings={settingsOf(context)}
      title={title}
      path={pathOf(address)}
      back={listHref(acting)}
      organisationId={organisationId}
      job={job}
      previews={previews}
      retries={retries}
      mayChange={job.parts.every((part) => allowed.has(part))}
      mayUndo={mayUndo(job, now)}
      mayRetry={mayRetry(job)}
      hidden={job.parts.filter((part) => !allowed.has(part))}
      differences={differences && { count: total, seen: differences.seen, changing: differences.changing }}
      totals={differences?.totals ?? (await sumChanges(db, key, job.parts))}
      itemNames={await findValueNames(db, { organisationId, ids: itemsIn(rows), locale })}
      table={targetTable.view({ reader, url, state, rows, total })}
      refused={refused ? refusalIn(t, refused) : null}
    />,
    { title, secure: true, ...statusOf(refused) },
  );
}

interface Looking {
  key: JobKey;
  job: CopyJob;
}

const previewOf = (
  acting: ActingPersonally,
  { key, job, retries }: Looking & { retries: boolean },
): Promise<Differences> => planCopy(acting.db, acting, { key, job, states: retries ? retried : ['WAITING'] });

async function readDone(
  acting: ActingPersonally,
  { key, limit, offset }: { key: JobKey; limit: number; offset: number },
): Promise<CopyTarget[]> {
  const places = await readPlaces(acting.db, acting.scope);
  const targets = await listTargets(acting.db, key, { limit, offset });
  return targets.map((one) => doneTarget(one, places.get(one.locationId)));
}

/** Its reasons as sentences. */
function inWords(t: Translate, target: CopyTarget): CopyTarget {
  const said = (one: { code?: string | null; params?: CopyTarget['params'] | undefined }) =>
    one.code ? sentence(t, one.code as MessageKey, one.params ?? undefined) : null;
  return {
    ...target,
    code: said(target),
    plans: target.plans.map((plan) => {
      const code = said(plan);
      return code === null ? plan : { ...plan, code };
    }),
  };
}

const itemsIn = (targets: readonly CopyTarget[]): number[] => [
  ...new Set(
    targets.flatMap(({ plans }) =>
      plans.flatMap(({ part, added, removed }) =>
        part === 'costRules' ? [...added, ...removed].flatMap(({ data }) => (data as SiteRule).itemId ?? []) : [],
      ),
    ),
  ),
];
