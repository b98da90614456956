import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database';

/** Ids of the published interface: 11 pound, 12 kilogram. Grams: international yard and pound agreement, 1959. */
const units = [
  { id: 11, abbr: 'lb', name: 'pound', grams: '453.59237' },
  { id: 12, abbr: 'kg', name: 'kilogram', grams: '1000' },
  { id: 13, abbr: 'g', name: 'gram', grams: '1' },
  { id: 14, abbr: 'oz', name: 'ounce', grams: '28.349523125' },
];

const stages = [
  { id: 8, name: 'Pre-consumer' },
  { id: 9, name: 'Post-consumer' },
  { id: 23, name: 'Consumer plate waste' },
];

/** Regions that CLDR names but ISO 3166-1 does not list as countries. */
const notCountries = new Set(['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'ZZ']);

/** Countries by their ISO 3166-1 code, as the runtime's own CLDR data names them in English. */
function countries(): { code: string; name: string }[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const current = new Set(
    letters.flatMap((a) => letters.map((b) => Intl.getCanonicalLocales(`und-${a}${b}`)[0]?.slice(4) ?? '')),
  );
  return [...current]
    .filter((code) => !notCountries.has(code))
    .flatMap((code) => {
      const name = names.of(code);
      return name ? [{ code, name }] : [];
    });
}

/** Currencies by their ISO 4217 code with the number of decimals that amounts have. */
function currencies(): { code: string; name: string; exponent: number }[] {
  const names = new Intl.DisplayNames('en', { type: 'currency' });
  return Intl.supportedValuesOf('currency').map((code) => ({
    code,
    name: names.of(code) ?? code,
    exponent:
      new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits ?? 2,
  }));
}

/** Writes what no organisation owns: units, stages, countries, currencies. Running it again changes nothing. */
export async function seedReferenceData(trx: Trx): Promise<void> {
  await sql`
    insert into unit (id, abbr, name, grams_per_unit)
    select * from unnest(${units.map((u) => u.id)}::int[], ${units.map((u) => u.abbr)}::text[], ${units.map((u) => u.name)}::text[], ${units.map((u) => u.grams)}::numeric[])
    on conflict do nothing`.execute(trx);
  await sql`
    insert into waste_stage (id, name)
    select * from unnest(${stages.map((s) => s.id)}::int[], ${stages.map((s) => s.name)}::text[])
    on conflict do nothing`.execute(trx);
  const land = countries();
  await sql`
    insert into country (code, name)
    select * from unnest(${land.map((c) => c.code)}::text[], ${land.map((c) => c.name)}::text[])
    on conflict do nothing`.execute(trx);
  const money = currencies();
  await sql`
    insert into currency (code, name, exponent)
    select * from unnest(${money.map((c) => c.code)}::text[], ${money.map((c) => c.name)}::text[], ${money.map((c) => c.exponent)}::smallint[])
    on conflict do nothing`.execute(trx);
}
