import type { Migration } from '../migrate';
import platform from './0001_platform.sql';

export const platformMigrations: Migration[] = [{ name: 'platform/0001_platform', text: platform }];
