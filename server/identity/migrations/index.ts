import type { Migration } from '../../platform/db/migrate';
import identity from './0001_identity.sql';
import reachedTenants from './0002_reached_tenants.sql';

export const identityMigrations: Migration[] = [
  { name: 'identity/0001_identity', text: identity },
  { name: 'identity/0002_reached_tenants', text: reachedTenants },
];
