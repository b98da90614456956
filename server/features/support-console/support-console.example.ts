import { defineExample } from '../../../tests/support/example';
import { unique } from '../../../tests/support/people';
import { addMember, addUser } from '../../identity';

export const example = defineExample({
  async records(app, { organisationId, organisationMark, siteId }) {
    const login = `${unique('colleague').replace(/\s/g, '-')}@tare.test`;
    await app.db.transaction().execute(async (trx) => {
      const userId = await addUser(trx, {
        login,
        email: login,
        fullName: `${organisationMark} colleague`,
        now: app.clock.now(),
      });
      await addMember(trx, { tenantNumber: organisationId, userId, roles: [] });
    });
    return { userFieldType: 'Login', userField: login, idType: 'Site', id: siteId };
  },
});
