import { randomUUID } from 'node:crypto';
import { defineExample } from '../../../tests/support/example';
import { newPerson } from '../../../tests/support/people';
import { userRevision } from '../../../tests/support/user-revision';

export const example = defineExample({
  async records(app, { organisationId, organisationMark }) {
    const [{ userId }, source] = [
      await newPerson(app, { organisationId }),
      await newPerson(app, { organisationId, restricted: true }),
    ];
    const account = {
      userId,
      fullName: `${organisationMark} user`,
      email: `${randomUUID()}@tare.test`,
      now: app.clock.now(),
    };
    await app.db.transaction().execute((trx) => app.resources.members.changeAccount(trx, account));
    return { 'users/:id': userId, sourceUserId: source.userId };
  },

  async *changes(made, app) {
    const userId = made['users/:id'];
    const basic = (await app.resources.members.roles(app.db, made.organisationId)).find(
      ({ key }) => key === 'basic',
    )?.roleId;
    const revision = () => userRevision(app, { organisationId: made.organisationId, userId });
    // Nobody else may hold the address, whoever has sent the step before.
    yield {
      route: 'post /rest/v1/users',
      body: {
        fullName: 'Second user',
        roleIds: [basic],
        get email() {
          return `${randomUUID()}@tare.test`;
        },
      },
    };
    yield {
      route: 'put /rest/v1/users/:id',
      body: {
        fullName: 'Renamed user',
        email: `${randomUUID()}@tare.test`,
        roleIds: [basic],
        revision: await revision(),
      },
    };
    yield {
      route: 'put /rest/v1/users/:id/access',
      body: { items: { siteIds: [made.siteId], locationIds: [] }, revision: await revision() },
    };
    yield {
      route: 'post /rest/v1/users/:id/access/copy',
      body: { fromUserId: made.sourceUserId, revision: await revision() },
    };
    yield { route: 'post /rest/v1/users/:id/link', body: {}, shown: false };
    yield { route: 'put /rest/v1/users/:id/status', body: { active: false, revision: await revision() } };
  },
});
