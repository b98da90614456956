import { sql, type RawBuilder } from 'kysely';
import { visibleLocations } from '../../domain/places';
import type { PlaceFilter } from '../../domain/places/place.contract';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import type { Campaign, CampaignTerms } from './campaigns.contract';

type Row = Omit<Campaign, 'whole' | 'locationIds'> & { locationIds: number[]; all: number };

const columns = sql`
  c.id as "campaignId", c.name, c.kind, coalesce(
    (select m.new_id from ref_merge m where m.organisation_id = c.organisation_id and m.old_id = c.source_id), c.source_id) as "sourceId",
  c.starts_on as "startsOn", c.ends_on as "endsOn", c.note, c.version,
  k.ids as "locationIds", k.names as "locationNames",
  (select count(*)::int from guest_campaign_location a where a.organisation_id = c.organisation_id and a.campaign_id = c.id) as "all"`;

const seen = (scope: Scope): RawBuilder<unknown> => sql`
  join lateral (
    select array_agg(l.id order by lower(l.name), l.id) as ids, array_agg(l.name order by lower(l.name), l.id) as names, array_agg(l.site_id) as sites
    from guest_campaign_location cl join location l on l.organisation_id = cl.organisation_id and l.id = cl.location_id
    where cl.organisation_id = c.organisation_id and cl.campaign_id = c.id and ${visibleLocations(scope)}) k on k.ids is not null`;

const plain = ({ all, locationIds, ...row }: Row): Campaign => ({
  ...row,
  locationIds: locationIds.map(Number),
  whole: all === locationIds.length,
});

interface CampaignsQuery extends Pick<PlaceFilter, 'siteId' | 'locationId'> {
  /** Running on one of these days. */
  start?: LocalDate;
  end?: LocalDate;
  limit: number;
}

/** Those of which a location is seen, the newest first. */
export async function listCampaigns(
  db: Db | Trx,
  scope: Scope,
  { start, end, siteId, locationId, limit }: CampaignsQuery,
): Promise<Campaign[]> {
  const conditions = [
    sql`c.organisation_id = ${scope.organisationId}`,
    ...(end === undefined ? [] : [sql`c.starts_on <= ${end}::date`]),
    ...(start === undefined ? [] : [sql`(c.ends_on is null or c.ends_on >= ${start}::date)`]),
    ...(siteId === undefined ? [] : [sql`${siteId}::bigint = any(k.sites)`]),
    ...(locationId === undefined ? [] : [sql`${locationId}::bigint = any(k.ids)`]),
  ];
  const { rows } = await sql<Row>`
    select ${columns} from guest_campaign c ${seen(scope)}
    where ${sql.join(conditions, sql` and `)} order by c.starts_on desc, c.id desc limit ${limit}`.execute(db);
  return rows.map(plain);
}

export async function findCampaign(db: Db | Trx, scope: Scope, campaignId: number): Promise<Campaign | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from guest_campaign c ${seen(scope)}
    where c.organisation_id = ${scope.organisationId} and c.id = ${campaignId}`.execute(db);
  return rows[0] && plain(rows[0]);
}

/** Held until the transaction ends. */
export async function lockCampaign(trx: Trx, scope: Scope, campaignId: number): Promise<Campaign | undefined> {
  await sql`select 1 from guest_campaign where organisation_id = ${scope.organisationId} and id = ${campaignId} for update`.execute(
    trx,
  );
  return findCampaign(trx, scope, campaignId);
}

export async function countCampaigns(trx: Trx, { organisationId }: Scope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from guest_campaign where organisation_id = ${organisationId}`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Locations of any campaign that ran on one of these days: none of them shows what would have happened without. */
export async function listCampaignLocations(
  db: Db,
  { organisationId }: Scope,
  { start, end }: { start: LocalDate; end: LocalDate },
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select distinct cl.location_id as id from guest_campaign_location cl
    join guest_campaign c on c.organisation_id = cl.organisation_id and c.id = cl.campaign_id
    where cl.organisation_id = ${organisationId} and c.starts_on <= ${end}::date and (c.ends_on is null or c.ends_on >= ${start}::date)`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => Number(id)));
}

export async function insertCampaign(
  trx: Trx,
  scope: Scope,
  { terms, now }: { terms: CampaignTerms; now: Date },
): Promise<number> {
  const { name, kind, sourceId, startsOn, endsOn, note } = terms;
  const { rows } = await sql<{ id: number }>`
    insert into guest_campaign (organisation_id, name, kind, source_id, starts_on, ends_on, note, created_at, updated_at)
    values (${scope.organisationId}, ${name}, ${kind}, ${sourceId}, ${startsOn}::date, ${endsOn}::date, ${note}, ${now}, ${now}) returning id`.execute(
    trx,
  );
  const campaignId = Number(rows[0]?.id);
  await placeCampaign(trx, scope, { campaignId, locationIds: terms.locationIds });
  return campaignId;
}

export async function updateCampaign(
  trx: Trx,
  scope: Scope,
  { campaignId, terms, now }: { campaignId: number; terms: CampaignTerms; now: Date },
): Promise<void> {
  const { name, kind, sourceId, startsOn, endsOn, note } = terms;
  await sql`
    update guest_campaign set name = ${name}, kind = ${kind}, source_id = ${sourceId}, starts_on = ${startsOn}::date, ends_on = ${endsOn}::date,
      note = ${note}, version = version + 1, updated_at = ${now}
    where organisation_id = ${scope.organisationId} and id = ${campaignId}`.execute(trx);
  await sql`delete from guest_campaign_location where organisation_id = ${scope.organisationId} and campaign_id = ${campaignId}`.execute(
    trx,
  );
  await placeCampaign(trx, scope, { campaignId, locationIds: terms.locationIds });
}

async function placeCampaign(
  trx: Trx,
  { organisationId }: Scope,
  { campaignId, locationIds }: { campaignId: number; locationIds: readonly number[] },
): Promise<void> {
  await sql`
    insert into guest_campaign_location (organisation_id, campaign_id, location_id)
    select ${organisationId}, ${campaignId}, n from unnest(${[...locationIds]}::bigint[]) n`.execute(trx);
}

export async function deleteCampaign(trx: Trx, { organisationId }: Scope, campaignId: number): Promise<void> {
  await sql`delete from guest_campaign where organisation_id = ${organisationId} and id = ${campaignId}`.execute(trx);
}
