import { BaselineChangePage } from '../../../views/baselines/baseline-change-page';
import { BaselineListPage } from '../../../views/baselines/baseline-list-page';
import { BaselineStagePage } from '../../../views/baselines/baseline-stage-page';
import { listPlaces, listReachable, listStages } from '../../domain/places';
import { stageName } from '../../domain/places/stage-name.rules';
import type { ActingPersonally } from '../../platform/acting';
import type { Failure } from '../../platform/errors';
import { reply, type Context, type Reply } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { refusalIn, refusedStatus, type RefusedForm } from '../../platform/http/refused-form';
import { withParameters } from '../../platform/table/table-query';
import type { BaselineDone, ChangeKind } from './baseline-screen.contract';
import { narrowed, standingFilters, type StandingQuery } from './baseline-screen.filters';
import { listStandings, readEffect, readStanding, type Choice } from './baseline-screen.service';
import { standingTable } from './baseline-screen.table';

const baselinesPath = '/baselines';
/** What somebody needs to decide about a baseline. */
export const deciding = 'EDIT_BASELINES' as const;
export const looking = 'VIEW_CCM_TOOLS_TAB' as const;

export type PageContext = Context<'signed-in'>;

export interface StageAddress {
  organisationId: number;
  locationId: number;
  stageId: number;
}

export const pathOf = ({ organisationId, locationId, stageId }: StageAddress) =>
  `${baselinesPath}/${organisationId}/${locationId}/${stageId}`;

const decides = ({ actor }: ActingPersonally) => actor.permissions.has(deciding);

/** @throws Failure 404 for an organization that the person does not reach */
export async function listPage(context: PageContext, query: StandingQuery): Promise<Reply> {
  const { t, db, actor, url } = context;
  const acting = await context.actingIn(query.organisationId);
  const { organisationId } = acting.scope;
  const all = await listStandings(db, acting.scope);
  const reader = { t, permissions: actor.permissions, unit: actor.unit };
  const { rows, total, state } = standingTable.paged(narrowed(all, query), standingTable.state(query, { reader }));
  const title = t('baselineScreen.title');
  return reply.page(
    <BaselineListPage
      t={t}
      settings={settingsOf(context)}
      path={baselinesPath}
      organisationId={organisationId}
      organisations={await listReachable(db, actor, { permission: looking })}
      fileHref={fileHrefOf(query, organisationId)}
      all={all.length}
      waiting={all.filter(({ proposals }) => proposals > 0).length}
      filters={standingFilters.bar({
        action: baselinesPath,
        url,
        values: query,
        offer: { t, sites: await listPlaces(db, acting.scope), stages: await listStages(db, acting.scope) },
      })}
      table={standingTable.view({ reader, url, rows, total, state })}
    />,
    { title, secure: true },
  );
}

/** The file holds what the list shows. */
const fileHrefOf = ({ text, state, siteId, wasteStageId }: StandingQuery, organisationId: number) =>
  withParameters('/rest/v1/baselines/export', {
    organisationId,
    text: text ?? null,
    state,
    siteId: siteId ?? null,
    wasteStageId: wasteStageId ?? null,
  });

/** @throws Failure 404 unknownLocation */
export async function stagePage(
  context: PageContext,
  address: StageAddress,
  { done, failure }: { done?: BaselineDone; failure?: Failure } = {},
): Promise<Reply> {
  const { t, db } = context;
  const acting = await context.actingIn(address.organisationId);
  const standing = await readStanding(db, acting.scope, address);
  const { row } = standing;
  return reply.page(
    <BaselineStagePage
      t={t}
      settings={settingsOf(context)}
      standing={standing}
      action={pathOf(address)}
      back={`${baselinesPath}?organisationId=${address.organisationId}`}
      decides={decides(acting)}
      done={done ?? null}
      refused={failure ? refusalIn(t, { failure, typed: {} }) : null}
    />,
    {
      title: `${row.locationName}, ${stageName(t, row.wasteStageId, row.wasteStageName)}`,
      secure: true,
      ...(failure ? { status: refusedStatus(failure) } : {}),
    },
  );
}

interface Previewed {
  kind: ChangeKind;
  choice: Choice;
  /** As the form sends it on. */
  fields: Record<string, string>;
  refused?: RefusedForm;
}

/** What a choice would make of the figures, and the form that does it. @throws as `readEffect` */
export async function changePage(
  context: PageContext,
  address: StageAddress,
  { kind, choice, fields, refused }: Previewed,
): Promise<Reply> {
  const { t, db } = context;
  const acting = await context.actingIn(address.organisationId);
  const standing = await readStanding(db, acting.scope, address);
  const effect = await readEffect(acting, address, choice);
  const title = t(`baselineScreen.change.${titleKey(choice)}`);
  return reply.page(
    <BaselineChangePage
      t={t}
      settings={settingsOf(context)}
      title={title}
      kind={kind}
      row={standing.row}
      effect={effect}
      action={`${pathOf(address)}/${kind}`}
      back={pathOf(address)}
      fields={fields}
      own={acting.scope.organisationId === context.actor.organisation.id}
      refused={refused ? refusalIn(t, refused) : null}
    />,
    { title, secure: true, ...(refused ? { status: refusedStatus(refused.failure) } : {}) },
  );
}

const titleKey = (choice: Choice) =>
  choice.kind === 'auto' ? (choice.enabled ? ('autoOn' as const) : ('autoOff' as const)) : choice.kind;
