import { sql, type RawBuilder } from 'kysely';
import type { Locale, Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import { visibleSites } from '../places';
import type { RuleBody, RuleList, RuleQuery, RuleRow, RuleSort, RuleVersion } from './cost-rules.contract';
import type { CostRule } from './cost.rules';
import { valuesIn } from './translated-values';

interface Reader {
  locale: Locale;
  /** On the organisation's calendar. */
  today: LocalDate;
}

const ruleColumns = ({ today }: Reader) => sql`
  r.id as "ruleId", r.version, r.ref_item_id as "itemId", item.name as "itemName", r.site_id as "siteId", s.name as "siteName",
  r.amount_per_kg::text as "amountPerKg", r.currency_code as currency, r.valid_from as "validFrom", r.valid_to as "validTo", r.priority, r.note,
  exists (select from ref_value below where below.organisation_id = r.organisation_id and below.parent_id = r.ref_item_id) as "isCategory",
  case when r.valid_from > ${today}::date then 'COMING' when r.valid_to < ${today}::date then 'ENDED' else 'CURRENT' end as state`;

const ruleTables = ({ locale }: Reader) => sql`
  from cost_rule r
  left join ${valuesIn(locale)} item on item.organisation_id = r.organisation_id and item.id = r.ref_item_id
  left join site s on s.organisation_id = r.organisation_id and s.id = r.site_id`;

/** Rules for every site, and those for a site that the actor may see. */
const visible = (scope: Scope) =>
  sql`r.organisation_id = ${scope.organisationId} and (r.site_id is null or ${visibleSites(scope)})`;

const sortColumns: Record<RuleSort, RawBuilder<unknown>> = {
  itemName: sql`lower("itemName")`,
  siteName: sql`lower("siteName")`,
  amountPerKg: sql`"amountPerKg"::numeric`,
  currency: sql`currency`,
  validFrom: sql`"validFrom"`,
  validTo: sql`"validTo"`,
  priority: sql`priority`,
};

export async function listRules(
  db: Db,
  scope: Scope,
  { query, ...reader }: Reader & { query: RuleQuery },
): Promise<RuleList> {
  const wanted = [sql`true`];
  if (query.state !== undefined) wanted.push(sql`l.state = ${query.state}`);
  if (query.siteId !== undefined) wanted.push(sql`l."siteId" = ${query.siteId}`);
  if (query.text !== undefined)
    wanted.push(
      sql`strpos(lower(concat_ws(' ', l."itemName", l."siteName", l.note, l.currency)), lower(${query.text})) > 0`,
    );
  const listed = sql`from (select ${ruleColumns(reader)} ${ruleTables(reader)} where ${visible(scope)} and r.superseded_at is null) l where ${sql.join(wanted, sql` and `)}`;
  const way = query.sort.direction === 'desc' ? sql`desc` : sql`asc`;
  const counted = await sql<{ total: number }>`select count(*) as total ${listed}`.execute(db);
  const { rows } = await sql<RuleRow>`
    select l.* ${listed} order by ${sortColumns[query.sort.column]} ${way} nulls last, "ruleId" ${way}
    limit ${query.limit} offset ${(query.page - 1) * query.limit}`.execute(db);
  return { rules: rows, total: counted.rows[0]?.total ?? 0, page: query.page, limit: query.limit };
}

/** @returns undefined also for a version that another one stands for now */
export async function findRule(
  db: Db | Trx,
  scope: Scope,
  { ruleId, ...reader }: Reader & { ruleId: number },
): Promise<RuleRow | undefined> {
  const { rows } = await sql<RuleRow>`
    select ${ruleColumns(reader)} ${ruleTables(reader)} where ${visible(scope)} and r.id = ${ruleId} and r.superseded_at is null`.execute(
    db,
  );
  return rows[0];
}

export async function listRulesById(
  db: Db,
  scope: Scope,
  { ruleIds, ...reader }: Reader & { ruleIds: readonly number[] },
): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    select ${ruleColumns(reader)} ${ruleTables(reader)} where ${visible(scope)} and r.id = any(${[...ruleIds]}::bigint[])
    order by array_position(${[...ruleIds]}::bigint[], r.id)`.execute(db);
  return rows;
}

/** Every version of a rule, the newest first. */
export async function listVersions(
  db: Db,
  scope: Scope,
  { ruleId, ...reader }: Reader & { ruleId: number },
): Promise<RuleVersion[]> {
  const { rows } = await sql<RuleVersion>`
    select ${ruleColumns(reader)}, r.created_at as "createdAt", maker.full_name as "createdByName"
    ${ruleTables(reader)} left join identity.person maker on maker.id = r.created_by
    where ${visible(scope)} and coalesce(r.first_id, r.id) = (
      select coalesce(one.first_id, one.id) from cost_rule one where one.organisation_id = r.organisation_id and one.id = ${ruleId})
    order by r.version desc, r.id desc`.execute(db);
  return rows;
}

/** Other rules for the same item, site and currency that hold on some of the same days. */
export async function listOverlapping(
  db: Db,
  scope: Scope,
  { ruleId, ...reader }: Reader & { ruleId: number },
): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    select ${ruleColumns(reader)} ${ruleTables(reader)}
    join cost_rule one on one.organisation_id = r.organisation_id and one.id = ${ruleId}
    where ${visible(scope)} and r.id <> one.id and r.superseded_at is null
      and r.ref_item_id is not distinct from one.ref_item_id and r.site_id is not distinct from one.site_id and r.currency_code = one.currency_code
      and r.valid_from <= coalesce(one.valid_to, 'infinity') and one.valid_from <= coalesce(r.valid_to, 'infinity')
    order by r.valid_from, r.id`.execute(db);
  return rows;
}

export async function lockRule(
  trx: Trx,
  organisationId: number,
  ruleId: number,
): Promise<{ body: RuleBody; firstId: number; version: number; superseded: boolean } | undefined> {
  const {
    rows: [row],
  } = await sql<RuleBody & { firstId: number; version: number; superseded: boolean }>`
    select ref_item_id as "itemId", site_id as "siteId", amount_per_kg::text as "amountPerKg", currency_code as currency, valid_from as "validFrom",
      valid_to as "validTo", priority, note, coalesce(first_id, id) as "firstId", version, superseded_at is not null as superseded
    from cost_rule where organisation_id = ${organisationId} and id = ${ruleId} for update`.execute(trx);
  if (!row) return undefined;
  const { firstId, version, superseded, ...body } = row;
  return { body, firstId, version, superseded };
}

interface NewRule {
  body: RuleBody;
  /** Of the version that it takes the place of. */
  before?: { ruleId: number; firstId: number; version: number };
  userId: number | null;
  now: Date;
}

export async function insertRule(
  trx: Trx,
  organisationId: number,
  { body, before, userId, now }: NewRule,
): Promise<number> {
  if (before)
    await trx
      .updateTable('cost_rule')
      .set({ superseded_at: now })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', before.ruleId)
      .execute();
  const row = await trx
    .insertInto('cost_rule')
    .values({
      organisation_id: organisationId,
      site_id: body.siteId,
      ref_item_id: body.itemId,
      amount_per_kg: sql<number>`${body.amountPerKg}::numeric`,
      currency_code: body.currency,
      valid_from: body.validFrom,
      valid_to: body.validTo,
      priority: body.priority,
      note: body.note,
      version: (before?.version ?? 0) + 1,
      first_id: before?.firstId ?? null,
      created_at: now,
      created_by: userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** An item of the organisation that stands for itself. */
export async function itemIsKnown(trx: Trx, organisationId: number, itemId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ref_value v where v.organisation_id = ${organisationId} and v.id = ${itemId} and v.element_code = 'WASTEITEM'
      and not exists (select from ref_merge m where m.organisation_id = v.organisation_id and m.old_id = v.id)`.execute(
    trx,
  );
  return rows.length > 0;
}

export async function findSiteCurrency(
  db: Db | Trx,
  scope: Scope,
  siteId: number,
): Promise<{ currency: string; exponent: number } | undefined> {
  const { rows } = await sql<{ currency: string; exponent: number }>`
    select s.currency_code as currency, c.exponent from site s join currency c on c.code = s.currency_code where s.id = ${siteId} and ${visibleSites(scope)}`.execute(
    db,
  );
  return rows[0];
}

/** How many rules that hold name an item or category. */
export async function countRulesNaming(trx: Trx, organisationId: number, itemId: number): Promise<number> {
  const {
    rows: [row],
  } = await sql<{ rules: number }>`
    select count(*)::int as rules from cost_rule where organisation_id = ${organisationId} and ref_item_id = ${itemId} and superseded_at is null`.execute(
    trx,
  );
  return row?.rules ?? 0;
}

/** The rules of a merged item become those of the other one; where that has its own for the same days, they go behind them, in the order that they had. */
export async function repointRules(
  trx: Trx,
  organisationId: number,
  { oldId, newId }: { oldId: number; newId: number },
): Promise<void> {
  await sql`
    with behind as (
      select coalesce(max(r.priority - own.priority + 1) filter (where r.priority >= own.priority), 0) as by
      from cost_rule r join cost_rule own on own.organisation_id = r.organisation_id and own.ref_item_id = ${newId} and own.superseded_at is null
        and own.site_id is not distinct from r.site_id and own.currency_code = r.currency_code
        and own.valid_from <= coalesce(r.valid_to, 'infinity') and r.valid_from <= coalesce(own.valid_to, 'infinity')
      where r.organisation_id = ${organisationId} and r.ref_item_id = ${oldId} and r.superseded_at is null)
    update cost_rule r set ref_item_id = ${newId}, priority = r.priority - (select by from behind)
    where r.organisation_id = ${organisationId} and r.ref_item_id = ${oldId} and r.superseded_at is null`.execute(trx);
}

/** Changes whenever a price, or what it is the price of, does. */
export async function markOfRules(trx: Trx, organisationId: number): Promise<string> {
  const {
    rows: [row],
  } = await sql<{ mark: string }>`
    select md5(concat_ws('|',
      (select string_agg(concat_ws(':', id, ref_item_id, priority), ',' order by id) from cost_rule where organisation_id = ${organisationId} and superseded_at is null),
      (select string_agg(concat_ws(':', id, parent_id), ',' order by id) from ref_value
        where organisation_id = ${organisationId} and element_code = 'WASTEITEM' and parent_id is not null),
      (select string_agg(concat_ws(':', old_id, new_id), ',' order by old_id) from ref_merge where organisation_id = ${organisationId}))) as mark`.execute(
    trx,
  );
  return row?.mark ?? '';
}

/** The ids of a value and of those above it, nearest first. */
export const categoriesOf = (organisationId: number, valueId: RawBuilder<unknown>): RawBuilder<number[]> => sql<
  number[]
>`(
  with recursive above (id, parent_id, far) as (
    select c.id, c.parent_id, 1 from ref_value c where c.organisation_id = ${organisationId} and c.id = ${valueId}
    union all
    select c.id, c.parent_id, above.far + 1 from above join ref_value c on c.organisation_id = ${organisationId} and c.id = above.parent_id where above.far < 50)
  select coalesce(jsonb_agg(id order by far), '[]') from above)`;

/** The prices that hold; of a rule that was changed, its newest version. */
export async function listCostRules(db: Db | Trx, organisationId: number): Promise<CostRule[]> {
  const { rows } = await sql<CostRule>`
    select id, site_id as "siteId", ref_item_id as "itemId", amount_per_kg as "amountPerKg", currency_code as currency,
      valid_from as "validFrom", valid_to as "validTo", priority
    from cost_rule where organisation_id = ${organisationId} and superseded_at is null`.execute(db);
  return rows;
}
