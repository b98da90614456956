import { randomUUID } from 'node:crypto';
import { defineExample } from '../../../tests/support/example';
import { newPerson } from '../../../tests/support/people';
import { userRevision } from '../../../tests/support/user-revision';

const at = '/user-manager';
const ownTest = 'only after everything that it asks for; its own test sends it';

export const example = defineExample({
  async records(app, { organisationId, organisationMark }) {
    const [{ userId }, { userId: peerId }] = [
      await newPerson(app, { organisationId }),
      await newPerson(app, { organisationId }),
    ];
    const account = {
      userId,
      fullName: `${organisationMark} colleague`,
      email: `${randomUUID()}@tare.test`,
      now: app.clock.now(),
    };
    await app.db.transaction().execute((trx) => app.resources.members.changeAccount(trx, account));
    const { id } = await app.db
      .insertInto('access_review')
      .values({
        organisation_id: organisationId,
        name: `${organisationMark} review`,
        started_at: app.clock.now(),
        started_by: peerId,
        signed_at: app.clock.now(),
        signed_by: peerId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.db
      .insertInto('access_review_entry')
      .values({
        organisation_id: organisationId,
        review_id: id,
        user_id: userId,
        decision: 'keep',
        note: `${organisationMark} cook`,
        decided_by: peerId,
        decided_at: app.clock.now(),
        mark: 'mark',
        roles: JSON.stringify([{ key: 'basic', name: 'basic', builtIn: true }]),
        status: 'ACTIVE',
      })
      .execute();
    return { 'people/:userId': userId, reviewId: id, peerId };
  },

  async *changes({ organisationId, organisationMark, siteId, peerId, ...made }, app) {
    const userId = made['people/:userId'];
    const { roleId } =
      (await app.resources.members.roles(app.db, organisationId)).find(({ key }) => key === 'basic') ?? {};
    const role = { [`role-${roleId}`]: 'on' };
    const revision = () => userRevision(app, { organisationId, userId });
    const email = `${randomUUID()}@tare.test`;
    yield {
      route: `post ${at}/new`,
      form: {
        fullName: `${organisationMark} newcomer`,
        // Nobody else may hold the address, whoever has sent the step before.
        get email() {
          return `${randomUUID()}@tare.test`;
        },
        locale: 'en_US',
        sees: 'all',
        ...role,
      },
    };
    const person = `post ${at}/people/:userId`;
    yield {
      route: `${person}/account`,
      form: { fullName: `${organisationMark} renamed`, email, ...role, revision: await revision() },
    };
    yield {
      route: `${person}/access`,
      form: { sees: 'some', [`site-${siteId}`]: 'on', revision: await revision() },
    };
    const peer = await app.resources.members.find(app.db, { tenantNumber: organisationId, userId: peerId });
    yield { route: `${person}/copy`, form: { email: peer?.email, revision: await revision() } };
    yield { route: `${person}/link`, form: {}, shown: false };
    yield { route: `${person}/status`, form: { act: 'deactivate', revision: await revision() } };
    const started = yield { route: `post ${at}/reviews`, form: { name: `${organisationMark} spring` } };
    const reviewId = Number(/reviews\/(\d+)/.exec(String(started.headers.location))?.[1]);
    yield { route: `post ${at}/reviews/:reviewId/discard`, values: { reviewId }, form: {} };
  },

  // What changes people is shown with them.
  visitor: { permissions: ['VIEW_USER_MANAGEMENT_TOOLS'] },

  silent: {
    [`post ${at}/people/:userId/notifications`]: ownTest,
    [`post ${at}/bulk/read`]: 'it changes nothing',
    [`post ${at}/bulk/apply`]: ownTest,
    [`post ${at}/reviews/:reviewId/decide`]: ownTest,
    [`post ${at}/reviews/:reviewId/sign`]: ownTest,
  },
});
