import { sql, type RawBuilder } from 'kysely';

/** Whether somebody has the public id that was typed, where what was typed is one: compared as an id, so that the index finds it. */
export const isCalledById = (uuid: RawBuilder<unknown>, typed: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${uuid} = case when ${typed} ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then ${typed}::uuid end`;
