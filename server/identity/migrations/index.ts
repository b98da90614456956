import type { Migration } from '../../platform/db/migrate';
import identity from './0001_identity.sql';

export const identityMigrations: Migration[] = [{ name: 'identity/0001_identity', text: identity }];
