import { defineExample } from '../../../tests/support/example';

export const example = defineExample({
  async records({ db }, { organisationId }) {
    const item = await db
      .selectFrom('ref_value')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where('element_code', '=', 'WASTEITEM')
      .orderBy('id')
      .executeTakeFirst();
    return { exampleItem: item?.id ?? 0 };
  },

  async *changes({ exampleItem }) {
    yield {
      route: 'put /rest/v1/impact/items',
      body: { items: [{ itemId: exampleItem, category: 'rice' }] },
      shown: false,
    };
    yield { route: 'post /impact/items', form: { [`item-${exampleItem}`]: 'bread' }, shown: false };
  },

  unshown: { impact_item_category: 'its page is made anew for each request' },
});
