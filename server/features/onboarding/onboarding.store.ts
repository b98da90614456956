import { sql } from 'kysely';
import { wholeSites } from '../../domain/places';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { PersonalData } from '../../platform/personal-data';
import type { LocalDate } from '../../platform/time';
import type { Template } from './onboarding.contract';
import type { SaidOfStep, Step, StepDays } from './onboarding.rules';

export interface StoredOnboarding {
  siteId: number;
  startedOn: LocalDate;
  days: StepDays;
  version: number;
}

/** Of the sites of which everything is seen, as a checklist is of all locations; of one of them where it is named. */
export async function listOnboardings(
  db: Db | Trx,
  scope: Scope,
  { siteId }: { siteId?: number } = {},
): Promise<StoredOnboarding[]> {
  const { rows } = await sql<StoredOnboarding>`
    select b.site_id as "siteId", b.started_on as "startedOn", b.days, b.version from onboarding b
    join site s on s.organisation_id = b.organisation_id and s.id = b.site_id
    where ${wholeSites(scope)} and (${siteId ?? null}::bigint is null or s.id = ${siteId ?? null})`.execute(db);
  return rows;
}

/** What was said of the steps of an organization's sites, by site. */
export async function listSaid(
  db: Db | Trx,
  organisationId: number,
  { siteId }: { siteId?: number } = {},
): Promise<Map<number, Map<Step, SaidOfStep>>> {
  const { rows } = await sql<SaidOfStep & { siteId: number; step: Step }>`
    select t.site_id as "siteId", t.step, t.done_on as "doneOn", t.people, t.due_on as "dueOn", t.owner_id as "ownerId", p.full_name as "ownerName",
      t.blocker, t.blocked_on as "blockedOn", t.reminded_on as "remindedOn"
    from onboarding_step t left join identity.person p on p.id = t.owner_id
    where t.organisation_id = ${organisationId} and (${siteId ?? null}::bigint is null or t.site_id = ${siteId ?? null})`.execute(
    db,
  );
  const sites = new Map<number, Map<Step, SaidOfStep>>();
  for (const { siteId: at, step, ...said } of rows) {
    const site = sites.get(at) ?? new Map<Step, SaidOfStep>();
    sites.set(at, site.set(step, said));
  }
  return sites;
}

interface OfSite {
  organisationId: number;
  siteId: number;
}

/** @returns whether it was started here: somebody else may have been first */
export async function insertOnboarding(
  trx: Trx,
  { organisationId, siteId }: OfSite,
  { startedOn, days, startedBy }: Pick<StoredOnboarding, 'startedOn' | 'days'> & { startedBy: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into onboarding (organisation_id, site_id, started_on, days, started_by)
    values (${organisationId}, ${siteId}, ${startedOn}::date, ${JSON.stringify(days)}::jsonb, ${startedBy})
    on conflict do nothing`.execute(trx);
  return numAffectedRows === 1n;
}

/** @returns whether it was still at this version */
export async function raiseVersion(
  trx: Trx,
  { organisationId, siteId }: OfSite,
  { version }: { version: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update onboarding set version = version + 1
    where organisation_id = ${organisationId} and site_id = ${siteId} and version = ${version}`.execute(trx);
  return numAffectedRows === 1n;
}

export async function deleteOnboarding(trx: Trx, { organisationId, siteId }: OfSite): Promise<void> {
  await sql`delete from onboarding where organisation_id = ${organisationId} and site_id = ${siteId}`.execute(trx);
}

const columns = {
  doneOn: 'done_on',
  people: 'people',
  dueOn: 'due_on',
  ownerId: 'owner_id',
  blocker: 'blocker',
  blockedOn: 'blocked_on',
  remindedOn: 'reminded_on',
} as const;
export type StepChange = Partial<Pick<SaidOfStep, keyof typeof columns>> & { doneBy?: number | null };

export async function putStep(
  trx: Trx,
  { organisationId, siteId, step }: OfSite & { step: Step },
  change: StepChange,
): Promise<void> {
  const values = {
    ...Object.fromEntries(
      Object.entries(columns).flatMap(([name, column]) => {
        const value = change[name as keyof typeof columns];
        return value === undefined ? [] : [[column, value]];
      }),
    ),
    ...(change.doneBy === undefined ? {} : { done_by: change.doneBy }),
  };
  await trx
    .insertInto('onboarding_step')
    .values({ organisation_id: organisationId, site_id: siteId, step, ...values })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'site_id', 'step']).doUpdateSet(values))
    .execute();
}

/** By name. */
export async function listTemplates(db: Db | Trx, organisationId: number): Promise<Template[]> {
  const { rows } = await sql<Template>`
    select id as "templateId", name, days from onboarding_template where organisation_id = ${organisationId} order by lower(name)`.execute(
    db,
  );
  return rows;
}

/** @returns null where another one has the name */
export async function insertTemplate(
  trx: Trx,
  organisationId: number,
  { name, days, now }: Omit<Template, 'templateId'> & { now: Date },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into onboarding_template (organisation_id, name, days, created_at)
    values (${organisationId}, ${name}, ${JSON.stringify(days)}::jsonb, ${now}) on conflict do nothing returning id`.execute(
    trx,
  );
  return rows[0]?.id ?? null;
}

export async function deleteTemplate(trx: Trx, organisationId: number, templateId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from onboarding_template where organisation_id = ${organisationId} and id = ${templateId}`.execute(trx);
  return numAffectedRows === 1n;
}

/** Of an active member of the organization; null for anybody else. */
export async function findMemberEmail(
  db: Db | Trx,
  { organisationId, userId }: { organisationId: number; userId: number },
): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
    select p.email from identity.person p where p.id = ${userId} and p.id in (select identity.active_members(${organisationId}))`.execute(
    db,
  );
  return rows[0]?.email ?? null;
}

/** The steps that a person is to see done. */
export const onboardingOfPerson: PersonalData = async (db, { userId, organisationIds }) => ({
  onboardingSteps: (
    await sql<object>`
      select t.organisation_id as "organizationId", t.site_id as "siteId", t.step, t.due_on as "dueOn", t.done_on as "doneOn" from onboarding_step t
      where t.organisation_id = any(${[...organisationIds]}::bigint[]) and (t.owner_id = ${userId} or t.done_by = ${userId}) order by t.site_id, t.step`.execute(
      db,
    )
  ).rows,
});
