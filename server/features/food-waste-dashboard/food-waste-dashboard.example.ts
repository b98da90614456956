import { defineExample } from '../../../tests/support/example';
import { addEvents } from '../../../tests/support/factories';
import { addValue } from '../../../tests/support/scratch-organisation';

export const example = defineExample({
  async records(app, { organisationId, locationId, organisationMark }) {
    const dish = await addValue(app.db, organisationId, { element: 'WASTEITEM', name: `${organisationMark} dish` });
    const events = [{ day: '2026-02-13', grams: 100, values: { itemId: dish } }];
    await addEvents(app, { organisationId, locationId, events });
    await app.runJobs();
    return {};
  },
  query: { range: 'custom' },
});
