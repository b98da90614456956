import { sql, type RawBuilder } from 'kysely';
import { namedInAnyLanguage, valuesIn } from '../../domain/catalogue';
import { visibleLocations, visibleSites, wholeSites } from '../../domain/places';
import type { ActingPerson } from '../../platform/acting';
import { internalOrganisation, type Locale, type Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { PersonalData } from '../../platform/personal-data';
import type { Alert, AlertNotification, AlertsQuery, OrganisationUser, PersonNotification } from './alerts.contract';
import { isTold, toldColumns, toldPairs } from './notification-channels.store';

/** Alerts that somebody may see, of a query that calls `alert` `a`: those of all sites, and those of places that they see. */
export function visibleAlerts(scope: Scope): RawBuilder<boolean> {
  const own = sql<boolean>`(a.organisation_id = ${scope.organisationId} and a.deleted_at is null)`;
  if (!scope.restriction) return own;
  return sql<boolean>`(${own} and (a.site_id = 0
    or (a.location_id = 0 and exists (select 1 from site s where s.id = a.site_id and ${visibleSites(scope)}))
    or exists (select 1 from location l where l.id = a.location_id and ${visibleLocations(scope)})))`;
}

/** Those whose whole place somebody sees. */
export function editableAlerts(scope: Scope): RawBuilder<boolean> {
  if (!scope.restriction) return sql<boolean>`true`;
  return sql<boolean>`((a.location_id = 0 and exists (select 1 from site s where s.id = a.site_id and ${wholeSites(scope)}))
    or exists (select 1 from location l where l.id = a.location_id and ${visibleLocations(scope)}))`;
}

const ownNotification = (userId: number) => sql`
  jsonb_build_object('alertId', a.id, 'alertNotificationId', coalesce(n.id, 0), ${toldPairs()}, 'notifyEmailAddress', me.email,
    'notifyFreqCode', coalesce(n.frequency, 'IMMEDIATE'), 'notifyUserId', ${userId}::bigint, 'notifyUserName', me.full_name)`;

/** What the values of an alert are called in a language, by type and name. */
const refAttribs = (locale: Locale) => sql`
  coalesce((select jsonb_agg(jsonb_build_object('elementCode', t.element_code, 'values', t.refs) order by t.element_code) from (
    select r.element_code, jsonb_agg(jsonb_build_object('refId', r.ref_id, 'refName', coalesce(v.name, w.name, '')) order by lower(coalesce(v.name, w.name)), r.ref_id) as refs
    from alert_ref r
    left join ${valuesIn(locale)} v on r.element_code <> 'WASTESTAGE' and v.organisation_id = r.organisation_id and v.id = r.ref_id
    left join waste_stage w on r.element_code = 'WASTESTAGE' and w.id = r.ref_id
    where r.organisation_id = a.organisation_id and r.alert_id = a.id group by r.element_code) t), '[]'::jsonb)`;

interface Reader {
  actor: ActingPerson;
  scope: Scope;
  mayEdit: boolean;
}

const alertRows = ({ actor, scope, mayEdit }: Reader, wanted: RawBuilder<unknown>) => sql<Alert>`
  select a.id as "alertId", a.name as "alertName", a.description as "alertDesc", a.organisation_id as "participantId",
    a.site_id as "siteId", a.location_id as "locationId", a.device_id as "deviceId", a.comp_type as "alertCompType", a.operator as "alertOperator",
    a.value as "alertCompValue", a.type as "alertType", a.currency_code as "currencyCode", a.unit_id as "alertUnitId", u.abbr as "alertUnitAbrv",
    s.name as "siteName", l.name as "locationName", d.name as "deviceName", ${refAttribs(actor.locale)} as "refAttribs",
    ${ownNotification(actor.userId)} as "userNotify", a.version, ${mayEdit}::boolean and ${editableAlerts(scope)} as editable
  from alert a
  join identity.person me on me.id = ${actor.userId}
  left join unit u on u.id = a.unit_id
  left join site s on s.organisation_id = a.organisation_id and s.id = a.site_id
  left join location l on l.organisation_id = a.organisation_id and l.id = a.location_id
  left join device d on d.organisation_id = a.organisation_id and d.id = a.device_id
  left join alert_notification n on n.organisation_id = a.organisation_id and n.alert_id = a.id and n.user_id = ${actor.userId}
  where ${visibleAlerts(scope)} and ${wanted}
  order by lower(a.name), a.id`;

/** What is searched for stands in the alert's own words, in the names of its place, or in those of its values in any language. */
function found(organisationId: number, text: string): RawBuilder<unknown> {
  const holds = (words: RawBuilder<unknown>) => sql<boolean>`strpos(lower(${words}), lower(${text})) > 0`;
  return sql`(${holds(sql`concat_ws(' ', a.name, a.description, s.name, l.name, d.name)`)} or exists (
    select 1 from alert_ref r where r.organisation_id = a.organisation_id and r.alert_id = a.id and r.element_code <> 'WASTESTAGE'
      and r.ref_id in ${namedInAnyLanguage(organisationId, holds)}))`;
}

export async function listAlerts(db: Db, reader: Reader, { siteId, searchString }: AlertsQuery): Promise<Alert[]> {
  const wanted = [sql`true`];
  if (siteId !== 0) wanted.push(sql`a.site_id in (0, ${siteId})`);
  if (searchString) wanted.push(sql`${found(reader.scope.organisationId, searchString)}`);
  return (await alertRows(reader, sql.join(wanted, sql` and `)).execute(db)).rows;
}

export async function seesAlert(db: Db | Trx, scope: Scope, alertId: number): Promise<boolean> {
  return (
    (await sql`select 1 from alert a where a.id = ${alertId} and ${visibleAlerts(scope)}`.execute(db)).rows.length > 0
  );
}

/** Those of the alerts that somebody may see. */
export async function listSeenAlerts(db: Db | Trx, scope: Scope, alertIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{
    id: number;
  }>`select a.id from alert a where a.id = any(${[...alertIds]}::bigint[]) and ${visibleAlerts(scope)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Those of the alerts that somebody may change. */
export async function listEditableAlerts(
  db: Db | Trx,
  scope: Scope,
  alertIds: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{
    id: number;
  }>`select a.id from alert a where a.id = any(${[...alertIds]}::bigint[]) and ${visibleAlerts(scope)} and ${editableAlerts(scope)}`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Of the alerts that somebody may see: by what channels a person is told of each, and whether whoever asks may change that. */
export async function listNotificationsOf(db: Db, scope: Scope, userId: number): Promise<PersonNotification[]> {
  const { rows } = await sql<PersonNotification>`
    select a.id as "alertId", a.name as "alertName", coalesce(n.frequency, 'IMMEDIATE') as frequency, ${editableAlerts(scope)} as editable,
      (n.id is not null and ${isTold('EMAIL')}) as "byEmail"
    from alert a left join alert_notification n on n.organisation_id = a.organisation_id and n.alert_id = a.id and n.user_id = ${userId}
    where ${visibleAlerts(scope)} order by lower(a.name), a.id`.execute(db);
  return rows;
}

/** Who is or was notified of an alert, by name: people who may still reach the organisation. */
export async function listNotifications(db: Db, scope: Scope, alertId: number): Promise<AlertNotification[]> {
  const { rows } = await sql<AlertNotification>`
    select a.id as "alertId", n.id as "alertNotificationId", ${toldColumns()}, p.email as "notifyEmailAddress", n.frequency as "notifyFreqCode", n.user_id as "notifyUserId",
      p.full_name as "notifyUserName"
    from alert a
    join alert_notification n on n.organisation_id = a.organisation_id and n.alert_id = a.id
    join identity.person p on p.id = n.user_id
    where a.id = ${alertId} and ${visibleAlerts(scope)} and ${reachesOrganisation(scope.organisationId)}
    order by lower(p.full_name), p.id`.execute(db);
  return rows;
}

/** Of a query that calls `identity.person` `p`: not switched off, and a member there, above, or of the internal organisation. */
export const reachesOrganisation = (organisationId: number): RawBuilder<boolean> => sql<boolean>`(p.status = 'A' and (
  exists (select 1 from identity.reached_tenants(p.id, ${internalOrganisation}) r where r.number = ${organisationId})
  or p.id in (select identity.active_members(${internalOrganisation}))))`;

/** The members of the organisation, by name. */
export async function listOrganisationUsers(db: Db | Trx, { organisationId }: Scope): Promise<OrganisationUser[]> {
  const { rows } = await sql<OrganisationUser>`
    select p.id as "userId", p.full_name as "fullName", p.email as "emailAddress" from identity.person p
    where p.id in (select identity.active_members(${organisationId})) order by lower(p.full_name), p.id`.execute(db);
  return rows;
}

/** The alerts that tell a person. */
export const alertsOfPerson: PersonalData = async (db, { userId, organisationIds }) => ({
  alertNotifications: (
    await sql<object>`
      select n.organisation_id as "organizationId", a.name as alert, n.notify_email as "byEmail", n.notify_push as "byPush", n.frequency, n.muted_at as "mutedAt", n.created_at as "createdAt"
      from alert_notification n join alert a on a.organisation_id = n.organisation_id and a.id = n.alert_id where n.organisation_id = any(${[...organisationIds]}::bigint[]) and n.user_id = ${userId} order by n.created_at`.execute(
      db,
    )
  ).rows,
});
