import { defineExample } from '../../../tests/support/example';

export const example = defineExample({
  async records({ db, clock }, { organisationId, locationId, siteId, organisationMark }) {
    const of = { organisation_id: organisationId };
    const name = `${organisationMark} feed ${siteId}`;
    const { id: adapterId } = await db
      .insertInto('menu_adapter')
      .values({
        ...of,
        name,
        kind: 'file',
        created_at: clock.now(),
        columns: JSON.stringify({
          date: 'date',
          dish: 'dish',
          location: null,
          daypart: null,
          portions: null,
          order: 'auto',
          locationIds: [],
        }),
        sample: JSON.stringify({ columns: ['date', 'dish'], rows: [['2026-03-18', `${organisationMark} soup`]] }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: runId } = await db
      .insertInto('menu_adapter_run')
      .values({
        ...of,
        adapter_id: adapterId,
        mode: 'test',
        origin: 'person',
        state: 'failed',
        asked_at: clock.now(),
        ended_at: clock.now(),
        problem: JSON.stringify({ code: 'empty', params: {} }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: hierarchyId } = await db
      .insertInto('hierarchy')
      .values({ ...of, element_code: 'WASTEITEM', name: `${name} items` })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: itemId } = await db
      .insertInto('ref_value')
      .values({ ...of, hierarchy_id: hierarchyId, element_code: 'WASTEITEM', name: `${name} soup` })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('daily_menu')
      .values({ ...of, location_id: locationId, date: '2026-03-18', ref_item_id: itemId, planned_portions: 40 })
      .execute();
    return { adapterId, runId };
  },

  query: { from: '2026-03-01', to: '2026-03-31' },

  silent: Object.fromEntries(
    [
      'new',
      ...[
        'settings',
        'pause',
        'resume',
        'remove',
        'test',
        'run',
        'columns',
        'locations',
        'dishes',
        'forget',
        'upload',
      ].map((form) => `:organisationId/:adapterId/${form}`),
    ].map((page) => [`post /dynamic-menu-adapters/${page}`, 'a menu feed, which is read anew for its pages']),
  ),
});
