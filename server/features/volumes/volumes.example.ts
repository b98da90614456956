import { defineExample } from '../../../tests/support/example';
import { addDays } from '../../platform/time';

const volume = (locationId: number, value: number | null) => ({
  volumes: [
    { locationId, date: '2026-02-13', kind: 'TRANSACTIONS', value },
    { locationId, date: '2026-02-13', kind: 'REVENUE', value: value === null ? null : `${value}.25` },
  ],
});

const place = (locationId: number) => ({ locationId: String(locationId), month: '2026-02' });

export const example = defineExample({
  async records({ db, clock }, { organisationId, siteId, locationId, organisationMark }) {
    await db
      .insertInto('volume')
      .values(
        Array.from({ length: 42 }, (_, at) => addDays('2026-01-05', at)).map((day) => ({
          organisation_id: organisationId,
          location_id: locationId,
          kind: 'COVERS',
          period: 'DAY',
          local_date: day,
          currency: '',
          value: 120,
          estimated: false,
          origin: 'API',
          updated_at: clock.now(),
        })),
      )
      .execute();
    await db
      .insertInto('volume_lock')
      .values({
        organisation_id: organisationId,
        month: '2025-12-01',
        site_id: siteId,
        reason: `${organisationMark} books closed`,
        locked_at: clock.now(),
      })
      .execute();
    return { month: '2025-11' };
  },

  query: { month: '2026-02' },

  async *changes({ locationId, siteId }) {
    yield { route: 'post /rest/v1/volumes', body: volume(locationId, 80) };
    yield { route: 'post /rest/v1/volumes', body: volume(locationId, null) };
    const lock = { values: { month: '2026-01' }, body: { siteId, reason: 'Books closed' } };
    yield { route: 'put /rest/v1/volumes/locks/:month', ...lock };
    yield { route: 'post /rest/v1/volumes/locks/:month/unlock', ...lock };
    yield { route: 'post /volumes', form: { ...place(locationId), covers13: '70' } };
    yield {
      route: 'post /volumes/preview',
      form: { ...place(locationId), kind: 'COVERS', text: '2026-02-14\t90' },
      shown: false,
    };
    yield { route: 'post /volumes/import', form: { ...place(locationId), kind: 'COVERS', text: '2026-02-14\t90' } };
    const form = { locationId: String(locationId), month: '2026-01', whose: 'site', reason: 'Books closed' };
    yield { route: 'post /volumes/lock', form };
    yield { route: 'post /volumes/unlock', form };
  },
});
