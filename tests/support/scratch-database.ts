import type { Database } from '../../server/platform/db/database';
import { testApp } from './test-app';

/** The migrated database of the test run, for tests that need no server; each makes an organisation of its own in it. */
export async function scratchDatabase(): Promise<Database> {
  return (await testApp()).resources.database;
}
