import { defineExample } from '../../../tests/support/example';

export const example = defineExample({
  async records({ db, clock }, { organisationId, mark }) {
    const { user_id } = await db
      .selectFrom('identity.membership')
      .select('user_id')
      .where('tenant_number', '=', organisationId)
      .orderBy('user_id')
      .executeTakeFirstOrThrow();
    const { id } = await db
      .insertInto('saved_view')
      .values({
        organisation_id: organisationId,
        user_id,
        name: `${mark} view`,
        path: '/post-consumer',
        query: '',
        created_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { 'saved-views/:id': id };
  },

  query: { address: '/food-waste-dashboard?measure=cost' },

  async *changes({ mark }, { db }) {
    yield {
      route: 'post /saved-views',
      form: { address: '/food-waste-dashboard?measure=cost', name: `${mark} costs` },
    };
    const { id } = await db
      .selectFrom('saved_view')
      .select('id')
      .where('name', '=', `${mark} costs`)
      .executeTakeFirstOrThrow();
    yield { route: 'post /saved-views/:id/delete', values: { id }, form: {} };
  },
});
