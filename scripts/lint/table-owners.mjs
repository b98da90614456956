import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { filesBelow } from '../build/sources.mjs';

/**
 * The tables of each folder that owns some. Others ask its functions. A table that the migrations of a feature make is that
 * feature's without a line here.
 */
export const OWNERS = {
  'server/platform/http': ['http_session', 'rate_limit'],
  'server/platform': [
    'audit_log',
    'audit_unsealed',
    'audit_seal',
    'audit_chain',
    'audit_chain_start',
    'audit_redaction',
  ],
  'server/platform/outbox': ['outbox', 'outgoing_mail'],
  'server/identity': ['identity.*'],
  'server/domain/places': [
    'organisation',
    'organisation_directory',
    'site',
    'location',
    'region',
    'segment',
    'user_profile',
    'restricted_person',
    'secured_site',
    'secured_location',
    'own_narrowing',
    'own_secured_site',
    'own_secured_location',
    'device',
    'feature',
    'feature_organisation',
  ],
  'server/domain/catalogue': [
    'country',
    'currency',
    'unit',
    'waste_stage',
    'hierarchy',
    'ref_value',
    'ref_value_translation',
    'ref_merge',
    'item_proposal',
    'item_proposal_event',
    'cost_rule',
    'recost',
  ],
  'server/domain/images': ['image', 'image_alt'],
  'server/domain/tracker-profiles': ['tracker_profile', 'tracker_profile_version', 'profile_button', 'device_profile'],
  'server/domain/daily-menus': ['daily_menu'],
  'server/domain/calendar': [
    'area_holiday',
    'area_holiday_year',
    'calendar_exception',
    'calendar_pattern',
    // Of earlier builds: days by country, before parts of a country had their own.
    'holiday',
    'holiday_year',
    'location_day',
    'location_week',
  ],
  'server/domain/weeks': ['dirty_week'],
  'server/domain/volumes': ['volume', 'volume_lock'],
  'server/domain/events': ['waste_event', 'waste_event_revision', 'ingest_key', 'event_review'],
  'server/domain/photos': ['photo', 'photo_setting'],
  'server/domain/measures': [
    'location_stage',
    'check_weight',
    'check_weight_revision',
    'rollup_day',
    'rollup_day_cube',
    'rollup_day_not_waste',
    'rollup_week',
    'rollup_week_dim',
    'baseline',
    'baseline_week',
    'readiness_week',
  ],
  'server/features/imports': ['import_batch', 'import_error', 'import_file'],
  'server/features/weight-accuracy': ['checkweight_note', 'checkweight_note_reference'],
};

/**
 * What an owner lets others read in a join, never write: the names of things, by which every list is told, and the events,
 * which is what the figures, the alerts and the imports are made from. Figures and policies stand behind functions.
 */
const PUBLISHED = new Set([
  'organisation',
  'site',
  'location',
  'location_stage',
  'region',
  'segment',
  'organisation_directory',
  'country',
  'currency',
  'unit',
  'waste_stage',
  'ref_value',
  'ref_merge',
  'waste_event',
  'device',
  'operator',
  'identity.person',
  'identity.tenants_of',
  'identity.reached_tenants',
]);

/** The same, among the folders of the domain alone: screens ask the measures. */
const PUBLISHED_IN_DOMAIN = new Set(['location_day', 'location_week', 'check_weight', 'volume']);

/** Files that name a table of others all the same: the version of an organization's data stands in its row. The list may only become shorter. */
export const STILL_NAMED = ['server/platform/freshness.ts'];

const WRITES = 'insert\\s+into|update|delete\\s+from|truncate|merge\\s+into';
const SQL = new RegExp(`\\b(${WRITES}|from|join|using|table)\\s+(?:only\\s+)?([a-z_]+(?:\\."?[a-z_]+)?)`, 'g');
const KYSELY =
  /\b(insertInto|updateTable|deleteFrom|mergeInto|selectFrom|innerJoin|leftJoin|rightJoin|fullJoin|crossJoin|from|using|table)\(\s*\[?\s*['"`]([a-z_]+(?:\.[a-z_]+)?)/g;
/** A name that is put into SQL elsewhere. */
const FRAGMENT = /(sql)`([a-z_]+)(?=`| [a-z]{1,3}`)/g;
const WRITING = new RegExp(`^(?:${WRITES}|insertInto|updateTable|deleteFrom|mergeInto)$`);

const root = fileURLToPath(new URL('../..', import.meta.url));
const CREATES = /^create table (?:if not exists )?([a-z_]+) /gm;
const madeByFeatures = filesBelow(root, 'server').flatMap((file) => {
  const [feature] = /^server\/features\/[^/]+(?=\/migrations\/[^/]+\.sql$)/.exec(file) ?? [];
  if (!feature) return [];
  return [...readFileSync(`${root}/${file}`, 'utf8').matchAll(CREATES)].map(([, table]) => [table, feature]);
});

const ownerOf = new Map([
  ...madeByFeatures,
  ...Object.entries(OWNERS).flatMap(([folder, tables]) => tables.map((table) => [table, folder])),
]);

/** @param {string} table @returns {string | undefined} the folder, or file, that owns it */
export const ownerOfTable = (table) => ownerOf.get(table) ?? ownerOf.get(table.replace(/\..*/, '.*'));

/** Comments speak of tables too: they become blanks, so that places stay. */
const withoutComments = (text) =>
  text.replace(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/[^\n]*/g, (comment) => comment.replace(/[^\n]/g, ' '));

/**
 * The tables that a source names in SQL or Kysely though another folder owns them and has not published them for that.
 * @param {string} file path from the project's root, with slashes
 * @param {string} source
 * @returns {{ table: string, owner: string, writes: boolean, index: number }[]}
 */
export function foreignTables(file, source) {
  const text = withoutComments(source);
  return [SQL, KYSELY, FRAGMENT]
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .flatMap(({ 0: match, 1: verb, 2: named, index }) => {
      const table = named.replace('"', '');
      const owner = ownerOfTable(table);
      const writes = WRITING.test(verb);
      if (!owner || file === owner || file.startsWith(`${owner}/`)) return [];
      if (!writes && PUBLISHED.has(table)) return [];
      if (!writes && PUBLISHED_IN_DOMAIN.has(table) && file.startsWith('server/domain/')) return [];
      return [{ table, owner, writes, index: index + match.lastIndexOf(named) }];
    });
}
