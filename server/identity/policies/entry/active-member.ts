import { sql, type RawBuilder } from 'kysely';

/** Whether a membership `m` holds at an instant; at this one by the clock of the database where none is given. */
export const isActiveMember = (now?: Date): RawBuilder<boolean> =>
  sql<boolean>`identity.is_active(m.status, m.ends_at, ${now ?? sql`now()`})`;
