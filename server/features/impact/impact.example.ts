import { defineExample } from '../../../tests/support/example';
import { addValue } from '../../../tests/support/scratch-organisation';

export const example = defineExample({
  async records({ db }, { organisationId, organisationMark }) {
    return {
      exampleItem: await addValue(db, organisationId, { element: 'WASTEITEM', name: `${organisationMark} grain` }),
    };
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
