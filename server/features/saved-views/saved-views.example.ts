import { defineExample } from '../../../tests/support/example';
import { newPerson } from '../../../tests/support/people';

export const example = defineExample({
  async records(app, { organisationId, mark }) {
    const { userId } = await newPerson(app, { organisationId });
    const { id } = await app.db
      .insertInto('saved_view')
      .values({
        organisation_id: organisationId,
        user_id: userId,
        name: `${mark} view`,
        path: '/post-consumer',
        query: '',
        created_at: app.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { 'saved-views/:id': id };
  },

  query: { address: '/food-waste-dashboard?measure=cost' },

  silent: {
    'post /saved-views': 'everybody may save one of their own, and no kept page shows it',
    'post /saved-views/:id/delete': 'everybody may delete their own, and no kept page shows it',
  },

  unshown: { saved_view: 'one person’s own, on a page that is never kept' },
});
