import { beforeEach, describe, expect, it } from 'vitest';
import { scratchDatabase } from '../../../tests/support/scratch-database';
import { scratchOrganisation, type ScratchOrganisation } from '../../../tests/support/scratch-organisation';
import type { Db } from '../../platform/db/database';
import { resolveNames, type CatalogueNames, type UnknownNames } from './catalogue.service';

let db: Db;
let organisation: ScratchOrganisation;

beforeEach(async () => {
  ({ db } = await scratchDatabase());
  organisation = await scratchOrganisation(db, { timeZone: 'Europe/Berlin' });
});

const names: CatalogueNames = {
  sites: [
    { name: 'site 0' },
    { name: 'Annandale High' },
    { name: 'ANNANDALE HIGH' },
    { name: 'Élysée', timeZone: 'Europe/Paris' },
  ],
  locations: [
    { site: 'SITE 0', name: 'kitchen' },
    { site: 'annandale high', name: 'Kitchen' },
    { site: 'Élysée', name: 'Kitchen' },
    { site: 'nowhere', name: 'Kitchen' },
  ],
  references: [
    { element: 'WASTEITEM', name: 'Milk', hierarchy: 'Foods' },
    { element: 'WASTEITEM', name: 'MILK', hierarchy: 'Other foods' },
    { element: 'WASTESINK', name: 'Milk', hierarchy: 'Sinks', countsAsWaste: false },
  ],
};
const none = { sites: [], locations: [], references: [] };
const resolve = (places: UnknownNames, references: UnknownNames, organisationId = organisation.id) =>
  db.transaction().execute((trx) => resolveNames(trx, organisationId, { names, choice: { places, references } }));

describe('resolveNames', () => {
  it('creates what is missing once, whatever the case, and finds it again', async () => {
    const first = await resolve('create', 'create');
    expect(first.made).toEqual({
      sites: expect.arrayContaining([first.sites[1], first.sites[3]]),
      locations: expect.arrayContaining([first.locations[1], first.locations[2]]),
      references: expect.arrayContaining([first.references[0], first.references[2]]),
    });
    expect(Object.values(first.made).map(({ length }) => length)).toEqual([2, 2, 2]);
    expect(first.sites[0]).toBe(organisation.siteIds[0]);
    expect(first.sites[1]).toBe(first.sites[2]);
    expect(first.locations[0]).toBe(organisation.locationIds[0]);
    expect(first.locations[3]).toBeNull();
    expect(first.references[0]).toBe(first.references[1]);
    expect(first.references[2]).not.toBe(first.references[0]);
    expect(await resolve('refuse', 'refuse')).toEqual({ ...first, made: none });
  });

  it('gives a new site what it was told, else its organisation’s', async () => {
    const { sites } = await resolve('create', 'refuse');
    const rows = await db
      .selectFrom('site')
      .select(['name', 'time_zone', 'country_code', 'currency_code'])
      .where('id', 'in', [sites[1], sites[3]] as number[])
      .orderBy('name')
      .execute();
    expect(rows).toEqual([
      { name: 'Annandale High', time_zone: 'Europe/Berlin', country_code: 'US', currency_code: 'USD' },
      { name: 'Élysée', time_zone: 'Europe/Paris', country_code: 'US', currency_code: 'USD' },
    ]);
  });

  it('refuses what is missing where that is wanted, for places and values apart', async () => {
    const refused = await resolve('refuse', 'create');
    expect(refused.sites).toEqual([organisation.siteIds[0], null, null, null]);
    expect(refused.locations).toEqual([organisation.locationIds[0], null, null, null]);
    expect(refused.made).toEqual({ ...none, references: [expect.any(Number), expect.any(Number)] });
  });

  it('sees nothing of another organisation', async () => {
    await resolve('create', 'create');
    const theirs = await scratchOrganisation(db);
    const seen = await resolve('refuse', 'refuse', theirs.id);
    expect(seen.sites).toEqual([theirs.siteIds[0], null, null, null]);
    expect(seen.references).toEqual([null, null, null]);
  });

  it('copes with nothing', async () => {
    const ids = await db
      .transaction()
      .execute((trx) =>
        resolveNames(trx, organisation.id, { names: none, choice: { places: 'create', references: 'create' } }),
      );
    expect(ids).toEqual({ ...none, made: none });
  });
});
