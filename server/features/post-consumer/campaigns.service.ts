import { lockValue } from '../../domain/catalogue';
import { listRatios } from '../../domain/measures';
import { listPlaces } from '../../domain/places';
import { guestStageIds } from '../../domain/places/guest-stages.rules';
import { findVolumePlaces } from '../../domain/volumes';
import { volumeLimits } from '../../domain/volumes/volumes.rules';
import type { Acting } from '../../platform/acting';
import type { Scope } from '../../platform/actor';
import { defineActions } from '../../platform/audit';
import type { Db, Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import { fail, type FieldProblem } from '../../platform/errors';
import { addDays, type LocalDate } from '../../platform/time';
import type { Campaign, CampaignEffect, CampaignTerms } from './campaigns.contract';
import { campaignEffect, restOf, weeksAround } from './campaigns.rules';
import {
  countCampaigns,
  deleteCampaign,
  insertCampaign,
  listCampaignLocations,
  lockCampaign,
  updateCampaign,
} from './campaigns.store';
import { campaignLimits } from './guest-limits.rules';

const actions = defineActions('guestCampaign', { create: {}, change: {}, end: {}, delete: { severity: 'warning' } });

/** @throws 422 by field, tooManyCampaigns */
export function createCampaign(acting: Acting, terms: CampaignTerms): Promise<number> {
  return acting.db.transaction().execute(async (trx) => {
    const { scope, now } = acting;
    await lockOrganisation(trx, scope.organisationId);
    await check(trx, acting, terms);
    if ((await countCampaigns(trx, scope)) >= campaignLimits.campaigns)
      throw fail.unprocessable('postConsumer.error.tooManyCampaigns', { params: { most: campaignLimits.campaigns } });
    const campaignId = await insertCampaign(trx, scope, { terms, now });
    await acting.audit(trx, { action: actions.create, entity: 'guestCampaign', entityId: campaignId, after: terms });
    await acting.touch(trx);
    return campaignId;
  });
}

interface Held {
  campaignId: number;
  /** Of what was looked at. */
  version: number;
}

/** @throws 404 unknown, 422 where some of its locations are not seen, 409 where others changed it meanwhile */
async function held(trx: Trx, { scope }: Acting, { campaignId, version }: Held): Promise<Campaign> {
  await lockOrganisation(trx, scope.organisationId);
  const campaign = await lockCampaign(trx, scope, campaignId);
  if (!campaign) throw fail.notFound('postConsumer.error.unknownCampaign');
  if (!campaign.whole) throw fail.unprocessable('postConsumer.error.notAllSeen');
  if (campaign.version !== version) throw fail.conflict('errors.conflict');
  return campaign;
}

const termsOf = ({ name, kind, locationIds, sourceId, startsOn, endsOn, note }: Campaign): CampaignTerms => ({
  name,
  kind,
  locationIds,
  sourceId,
  startsOn,
  endsOn,
  note,
});

/** @throws as `held`, 422 by field */
export function changeCampaign(acting: Acting, { terms, ...which }: Held & { terms: CampaignTerms }): Promise<void> {
  return acting.db.transaction().execute(async (trx) => {
    const before = await held(trx, acting, which);
    await check(trx, acting, terms);
    await updateCampaign(trx, acting.scope, { campaignId: which.campaignId, terms, now: acting.now });
    await acting.audit(trx, {
      action: actions.change,
      entity: 'guestCampaign',
      entityId: which.campaignId,
      before: termsOf(before),
      after: terms,
    });
    await acting.touch(trx);
  });
}

/** Today is its last day. @throws as `held`, 422 where it has ended or not begun */
export function endCampaign(acting: Acting, which: Held): Promise<void> {
  return acting.db.transaction().execute(async (trx) => {
    const campaign = await held(trx, acting, which);
    const today = await latestToday(trx, acting, campaign.locationIds);
    if (campaign.startsOn > today) throw fail.unprocessable('postConsumer.error.notBegun');
    if (campaign.endsOn !== null && campaign.endsOn <= today) throw fail.unprocessable('postConsumer.error.hasEnded');
    const terms = { ...termsOf(campaign), endsOn: today };
    await updateCampaign(trx, acting.scope, { campaignId: which.campaignId, terms, now: acting.now });
    await acting.audit(trx, {
      action: actions.end,
      entity: 'guestCampaign',
      entityId: which.campaignId,
      before: { endsOn: campaign.endsOn },
      after: { endsOn: today },
    });
    await acting.touch(trx);
  });
}

/** @throws as `held` */
export function removeCampaign(acting: Acting, which: Held): Promise<void> {
  return acting.db.transaction().execute(async (trx) => {
    const before = await held(trx, acting, which);
    await deleteCampaign(trx, acting.scope, which.campaignId);
    await acting.audit(trx, {
      action: actions.delete,
      entity: 'guestCampaign',
      entityId: which.campaignId,
      before: termsOf(before),
    });
    await acting.touch(trx);
  });
}

async function latestToday(
  trx: Trx | Db,
  { scope, now }: Pick<Acting, 'scope' | 'now'>,
  locationIds: readonly number[],
) {
  const places = await findVolumePlaces(trx, scope, { locationIds, now });
  return (
    [...places.values()]
      .map(({ today }) => today)
      .sort()
      .at(-1) ?? now.toISOString().slice(0, 10)
  );
}

async function check(trx: Trx, { scope, now }: Acting, terms: CampaignTerms): Promise<void> {
  const { locationIds, sourceId, startsOn, endsOn } = terms;
  const fields: FieldProblem[] = [];
  const places = await findVolumePlaces(trx, scope, { locationIds, now });
  if (locationIds.length === 0) fields.push({ field: 'locationId', code: 'postConsumer.error.noLocation' });
  else if (new Set(locationIds).size !== places.size || places.size !== locationIds.length)
    fields.push({ field: 'locationId', code: 'volumes.problem.unknownLocation' });
  if (sourceId !== null) {
    const value = await lockValue(trx, scope.organisationId, sourceId);
    if (value?.elementCode !== 'WASTESOURCE')
      fields.push({ field: 'sourceId', code: 'postConsumer.error.unknownLine' });
  }
  if (endsOn !== null && endsOn < startsOn) fields.push({ field: 'endsOn', code: 'errors.endDateBeforeStartDate' });
  if (startsOn < volumeLimits.firstDay)
    fields.push({ field: 'startsOn', code: 'errors.dateTooEarly', params: { min: volumeLimits.firstDay } });
  if (fields.length > 0) throw fail.unprocessable('postConsumer.error.notSaved', { fields });
}

/** What changed at each campaign's locations from its first day on, set against what was not part of any. */
export function loadEffects(
  db: Db,
  scope: Scope,
  { campaigns, today }: { campaigns: readonly Campaign[]; today: LocalDate },
): Promise<CampaignEffect[]> {
  return Promise.all(campaigns.map((campaign) => loadEffect(db, scope, { campaign, today })));
}

async function loadEffect(
  db: Db,
  scope: Scope,
  { campaign, today }: { campaign: Campaign; today: LocalDate },
): Promise<CampaignEffect> {
  const weeks = weeksAround(campaign, today);
  const [start, end] = [weeks.before[0]?.start, weeks.after.at(-1)?.end];
  if (start === undefined || end === undefined) return { kind: 'notYet' };
  const days = { metric: 'gramsPerCover', level: 'all', grain: 'day', stageIds: guestStageIds, start, end } as const;
  const { locationIds, sourceId } = campaign;
  const whole = await listRatios(db, scope, { ...days, locationIds });
  if (sourceId !== null) {
    const treated = await listRatios(db, scope, { ...days, locationIds, sourceId });
    return campaignEffect({ weeks, treated, control: restOf(whole, treated) });
  }
  const [places, taken] = await Promise.all([
    listPlaces(db, scope),
    listCampaignLocations(db, scope, { start, end: addDays(end, 1) }),
  ]);
  const others = places
    .flatMap(({ locations }) => locations.map((one) => one.locationId))
    .filter((id) => !taken.has(id));
  const control = others.length > 0 ? await listRatios(db, scope, { ...days, locationIds: others }) : [];
  return campaignEffect({ weeks, treated: whole, control });
}
