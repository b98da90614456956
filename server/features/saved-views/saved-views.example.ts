import { defineExample } from '../../../tests/support/example';

export const example = defineExample({
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
