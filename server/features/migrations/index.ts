import type { Migration } from '../../platform/db/migrate';
import structure from './0001_structure.sql';
import measurements from './0002_measurements.sql';
import rollups from './0003_rollups.sql';

export const featureMigrations: Migration[] = [
  { name: 'features/0001_structure', text: structure },
  { name: 'features/0002_measurements', text: measurements },
  { name: 'features/0003_rollups', text: rollups },
];
