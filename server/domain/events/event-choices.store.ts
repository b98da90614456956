import { sql, type RawBuilder } from 'kysely';
import type { Locale, Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { valuesIn } from '../catalogue';
import type { ElementCode } from '../catalogue/refdata.contract';
import { visibleLocations, visibleSites } from '../places';
import { mostOptions } from './event-choices.rules';

export interface FoundChoice {
  id: number;
  name: string;
  /** The site of a location or a device. */
  siteName: string | null;
  closed: boolean;
  /** IANA, of a location. */
  timeZone: string | null;
}

export type ChoiceKind = 'site' | 'location' | 'device' | { element: ElementCode };

export interface ChoiceSearch {
  kind: ChoiceKind;
  /** Of the names of values. */
  locale: Locale;
  /** Every word of it is in the name, the site's name or the word for what is closed. */
  text: string;
  /** This one alone. */
  id?: number | undefined;
  siteId?: number | undefined;
  /** Without closed places and retired values. */
  inUse: boolean;
  closedWord: string;
}

/** Accents and case aside, as `someOf` reads them. */
const folded = (text: RawBuilder<unknown>) =>
  sql`lower(regexp_replace(normalize(${text}, NFD), '[\u0300-\u036f]', '', 'g'))`;

const atSite = sql`join site s on s.organisation_id = l.organisation_id and s.id = l.site_id`;
const placesClosed = sql`(l.status = 'I' or s.status = 'I')`;

/** Rows of (id, name, site_name, closed, marked, time_zone, place): `marked` is closed by itself, and says so in its name. */
function candidates(scope: Scope, { kind, locale }: Pick<ChoiceSearch, 'kind' | 'locale'>): RawBuilder<unknown> {
  if (kind === 'site')
    return sql`select s.id, s.name, null::text as site_name, s.status = 'I' as closed, s.status = 'I' as marked, null::text as time_zone, s.id as site_id from site s where ${visibleSites(scope)}`;
  if (kind === 'location')
    return sql`select l.id, l.name, s.name as site_name, ${placesClosed} as closed, l.status = 'I' as marked, s.time_zone, s.id as site_id from location l ${atSite} where ${visibleLocations(scope)}`;
  if (kind === 'device') {
    return sql`
      select d.id, d.name, s.name as site_name, ${placesClosed} or d.status = 'I' as closed, false as marked, null::text as time_zone, s.id as site_id
      from device d join location l on l.organisation_id = d.organisation_id and l.id = d.location_id ${atSite} where ${visibleLocations(scope)}`;
  }
  return sql`
    select v.id, v.name, null::text as site_name, v.status = 'I' as closed, false as marked, null::text as time_zone, null::bigint as site_id
    from ${valuesIn(locale)} v where v.organisation_id = ${scope.organisationId} and v.element_code = ${kind.element}
      and not exists (select from ref_merge m where m.organisation_id = v.organisation_id and m.old_id = v.id)`;
}

/** The first that fit, those that begin with the text before the others, then by site and name; one more than are shown where there are more. */
export async function findChoices(
  db: Db,
  scope: Scope,
  { text, id, siteId, inUse, closedWord, ...listed }: ChoiceSearch,
): Promise<FoundChoice[]> {
  const sought = text.trim();
  const label = folded(
    sql`concat_ws(' ', c.name, case when c.marked then ${`(${closedWord})`}::text end, c.site_name)`,
  );
  const wanted = [
    sql`true`,
    ...(inUse ? [sql`not c.closed`] : []),
    ...(id === undefined ? [] : [sql`c.id = ${id}`]),
    ...(siteId === undefined ? [] : [sql`c.site_id = ${siteId}`]),
    ...sought
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => sql`strpos(${label}, ${folded(sql`${word}::text`)}) > 0`),
  ];
  const begins =
    sought === '' ? sql`` : sql`starts_with(${folded(sql`c.name`)}, ${folded(sql`${sought}::text`)}) desc,`;
  const { rows } = await sql<FoundChoice>`
    select c.id, c.name, c.site_name as "siteName", c.marked as closed, c.time_zone as "timeZone" from (${candidates(scope, listed)}) c
    where ${sql.join(wanted, sql` and `)} order by ${begins} lower(c.site_name) nulls first, lower(c.name), c.id limit ${mostOptions + 1}`.execute(
    db,
  );
  return rows;
}
