import { defineExample } from '../../../tests/support/example';
import { changeKinds } from './baseline-screen.contract';

const reason = 'the kitchen was rebuilt';

export const example = defineExample({
  async *changes() {
    const accepted = yield {
      route: 'post /rest/v1/baselines/:locationId/:stageId/proposal',
      body: { weeks: ['2026-01-26'], reason },
    };
    yield {
      route: 'post /rest/v1/baselines/:locationId/:stageId/acceptance',
      body: { baselineId: accepted.body.baselineId, reason },
    };
    const rejected = yield {
      route: 'post /rest/v1/baselines/:locationId/:stageId/proposal',
      body: { weeks: ['2026-01-19'], reason },
    };
    yield {
      route: 'post /rest/v1/baselines/:locationId/:stageId/rejection',
      body: { baselineId: rejected.body.baselineId, reason },
    };
    yield { route: 'post /rest/v1/baselines/:locationId/:stageId/manual', body: { weeks: ['2026-01-12'], reason } };
    yield { route: 'post /rest/v1/baselines/:locationId/:stageId/rebase', body: { fromWeek: '2026-01-05', reason } };
    yield { route: 'put /rest/v1/baselines/:locationId/:stageId/auto', body: { enabled: false, reason } };
  },

  silent: Object.fromEntries(
    changeKinds.map((kind) => [
      `post /baselines/:organisationId/:locationId/:stageId/${kind}`,
      'a baseline, by the use case of the call of the same name',
    ]),
  ),
});
