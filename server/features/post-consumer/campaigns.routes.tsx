import { CampaignFormPage } from '../../../views/post-consumer/campaign-form-page';
import { CampaignPage } from '../../../views/post-consumer/campaign-page';
import { CampaignsPage } from '../../../views/post-consumer/campaigns-page';
import { findValueNames, listValuesOf } from '../../domain/catalogue';
import { listPlaces } from '../../domain/places';
import { may, scopeOf } from '../../platform/actor';
import { fail } from '../../platform/errors';
import { definePage, reply, type Reply, type Route } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { refusalIn, refusedStatus, type RefusedForm } from '../../platform/http/refused-form';
import { withParameters } from '../../platform/table/table-query';
import { localDateOf } from '../../platform/time';
import {
  campaignEditForm,
  campaignForm,
  campaignParams,
  campaignsQuery,
  endForm,
  newCampaignQuery,
  type Campaign,
} from './campaigns.contract';
import { changeCampaign, createCampaign, endCampaign, loadEffects, removeCampaign } from './campaigns.service';
import { findCampaign, listCampaigns } from './campaigns.store';
import { campaignLimits } from './guest-limits.rules';
import { editing, path as root, viewing as access, type PageContext } from './post-consumer-pages';

const path = `${root}/campaigns`;
/** Effects are told of the newest ones of the list. */
const toldEffects = 20;

const todayOf = ({ actor, now }: PageContext) => localDateOf(now, actor.organisation.timeZone);

async function formPage(
  context: PageContext,
  {
    campaign,
    locationId,
    refused,
  }: { campaign: Campaign | null; locationId?: number | undefined; refused?: RefusedForm },
): Promise<Reply> {
  const { t, db, actor, locale } = context;
  const scope = scopeOf(actor);
  const [sites, values] = await Promise.all([
    listPlaces(db, scope),
    listValuesOf(db, scope.organisationId, { elementCodes: ['WASTESOURCE'], locale }),
  ]);
  const title = campaign
    ? t('postConsumer.campaigns.editTitle', { name: campaign.name })
    : t('postConsumer.campaigns.new');
  const page = (
    <CampaignFormPage
      {...{ t, title, campaign }}
      sites={sites.filter(({ locations }) => locations.length > 0)}
      lines={(values.get('WASTESOURCE') ?? []).filter(
        ({ refId, status }) => status === 'A' || refId === campaign?.sourceId,
      )}
      chosen={campaign?.locationIds ?? (locationId === undefined ? [] : [locationId])}
      today={todayOf(context)}
      refused={refused ? refusalIn(t, refused) : null}
    />
  );
  return reply.page(page, { title, ...(refused ? { status: refusedStatus(refused.failure) } : {}) });
}

/** @throws 404 */
async function selectCampaign({ db, actor }: PageContext, campaignId: number): Promise<Campaign> {
  const campaign = await findCampaign(db, scopeOf(actor), campaignId);
  if (!campaign) throw fail.notFound('postConsumer.error.unknownCampaign');
  return campaign;
}

async function onePage(context: PageContext, campaignId: number, refused?: RefusedForm): Promise<Reply> {
  const { t, db, actor, locale } = context;
  const scope = scopeOf(actor);
  const campaign = await selectCampaign(context, campaignId);
  const today = todayOf(context);
  const ids = campaign.sourceId === null ? [] : [campaign.sourceId];
  const [[effect], names] = await Promise.all([
    loadEffects(db, scope, { campaigns: [campaign], today }),
    findValueNames(db, { organisationId: scope.organisationId, ids, locale }),
  ]);
  const page = (
    <CampaignPage
      {...{ t, campaign, today }}
      settings={settingsOf(context)}
      line={campaign.sourceId === null ? null : (names.get(campaign.sourceId) ?? String(campaign.sourceId))}
      effect={effect ?? { kind: 'notYet' }}
      edits={may(actor, editing)}
      refused={refused ? refusalIn(t, refused) : null}
    />
  );
  return reply.page(page, {
    title: campaign.name,
    ...(refused ? { status: refusedStatus(refused.failure) } : {}),
  });
}

const listed = (done: string) => reply.redirect(withParameters(path, { done }));

export const campaignRoutes: Route[] = [
  definePage({
    method: 'get',
    path,
    access,
    query: campaignsQuery,
    async handle({ query }, context) {
      const { t, db, actor } = context;
      const scope = scopeOf(actor);
      const campaigns = await listCampaigns(db, scope, { limit: campaignLimits.campaigns });
      const effects = await loadEffects(db, scope, {
        campaigns: campaigns.slice(0, toldEffects),
        today: todayOf(context),
      });
      return reply.page(
        <CampaignsPage
          t={t}
          settings={settingsOf(context)}
          campaigns={campaigns.map((campaign, at) => ({ campaign, effect: effects[at] ?? null }))}
          edits={may(actor, editing)}
          done={query.done ?? null}
        />,
        { title: t('postConsumer.campaigns.title') },
      );
    },
  }),

  definePage({
    method: 'get',
    path: `${path}/new`,
    access: editing,
    query: newCampaignQuery,
    handle: ({ query }, context) => formPage(context, { campaign: null, ...query }),
  }),

  definePage({
    method: 'post',
    path,
    access: editing,
    body: campaignForm,
    async handle({ body: { locationId, ...terms } }, { acting }) {
      await createCampaign(acting, { ...terms, locationIds: locationId });
      return listed('created');
    },
    again: (failure, typed, context) => formPage(context, { campaign: null, refused: { failure, typed } }),
  }),

  definePage({
    method: 'get',
    path: `${path}/:campaignId`,
    access,
    params: campaignParams,
    handle: ({ params }, context) => onePage(context, params.campaignId),
  }),

  definePage({
    method: 'get',
    path: `${path}/:campaignId/edit`,
    access: editing,
    params: campaignParams,
    handle: async ({ params }, context) =>
      formPage(context, { campaign: await selectCampaign(context, params.campaignId) }),
  }),

  definePage({
    method: 'post',
    path: `${path}/:campaignId/edit`,
    access: editing,
    params: campaignParams,
    body: campaignEditForm,
    async handle({ params: { campaignId }, body: { version, locationId, ...terms } }, { acting }) {
      await changeCampaign(acting, { campaignId, version, terms: { ...terms, locationIds: locationId } });
      return listed('changed');
    },
    again: async (failure, typed, context) =>
      formPage(context, {
        campaign: await selectCampaign(context, Number(typed.campaignId)),
        refused: { failure, typed },
      }),
  }),

  ...(['end', 'delete'] as const).map((step) =>
    definePage({
      method: 'post',
      path: `${path}/:campaignId/${step}`,
      access: editing,
      params: campaignParams,
      body: endForm,
      async handle({ params, body }, { acting }) {
        await (step === 'end' ? endCampaign : removeCampaign)(acting, { ...params, ...body });
        return listed(step === 'end' ? 'ended' : 'deleted');
      },
      again: (failure, typed, context) => onePage(context, Number(typed.campaignId), { failure, typed }),
    }),
  ),

  // A page that answered a form has the form's address; reloading it by hand must lead somewhere.
  ...(['end', 'delete'] as const).map((step) =>
    definePage({
      method: 'get',
      path: `${path}/:campaignId/${step}`,
      access,
      params: campaignParams,
      walk: [],
      handle: ({ params }) => reply.redirect(`${path}/${params.campaignId}`),
    }),
  ),
];
