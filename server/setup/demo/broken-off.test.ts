import { describe, expect, it } from 'vitest';
import { databaseApart } from '../../../tests/support/scratch-database';
import { openSession } from '../../identity/core/sessions/session.store';
import { internalOrganisation } from '../../platform/actor';
import { recordAudit } from '../../platform/audit';
import { openOrganisation } from '../open-organisation';
import { prepareDatabase } from '../prepare-database';
import { addDemoAccounts } from './accounts';
import { clearBrokenOff, demoActions } from './broken-off';

const now = new Date('2026-03-18T12:00:00Z');

describe('a demo that was broken off', () => {
  it('is cleared when nobody has signed in, and can be loaded again', async () => {
    const {
      database: { db },
      drop,
    } = await databaseApart();
    expect(await clearBrokenOff(db)).toBe(false);
    await prepareDatabase(db);
    expect(await clearBrokenOff(db)).toBe(false);

    const begin = () =>
      db.transaction().execute(async (trx) => {
        const fairfax = await openOrganisation(trx, {
          name: 'Fairfax',
          countryCode: 'US',
          currencyCode: 'USD',
          unitId: 11,
          timeZone: 'America/New_York',
        });
        const caterer = await openOrganisation(trx, {
          name: 'Caterer',
          countryCode: 'GB',
          currencyCode: 'GBP',
          unitId: 12,
          timeZone: 'Europe/London',
        });
        return addDemoAccounts(trx, {
          organisations: { internal: internalOrganisation, fairfax, caterer },
          password: 'tare-demo-1234',
          now,
        });
      });
    await begin();
    expect(await clearBrokenOff(db)).toBe(true);
    expect((await prepareDatabase(db)).length).toBeGreaterThan(0);

    const users = await begin();
    await db.transaction().execute((trx) =>
      openSession(trx, {
        userId: [...users.values()][0] as number,
        tenantNumber: internalOrganisation,
        ip: '127.0.0.1',
        userAgent: 'test',
        now,
      }),
    );
    expect(await clearBrokenOff(db), 'somebody was here').toBe(false);
    await db.deleteFrom('identity.session').execute();
    await db.transaction().execute((trx) =>
      recordAudit(trx, {
        organisationId: internalOrganisation,
        userId: null,
        actor: 'system',
        at: now,
        action: demoActions.load,
        entity: 'demo',
      }),
    );
    expect(await clearBrokenOff(db), 'the demo is whole').toBe(false);
    await drop();
  });
});
