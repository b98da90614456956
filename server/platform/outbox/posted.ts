import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/database';

interface Posted {
  channel: RawBuilder<unknown>;
  /** The key under which they were posted; those with a suffix behind a slash belong to it. */
  key: RawBuilder<unknown>;
  createdAt: RawBuilder<unknown>;
  now: Date;
}

/** What has become of the items posted together, as one row of a lateral join: `id` of the first that is not sent, counts by state. */
export const postedUnder = ({ channel, key, createdAt, now }: Posted): RawBuilder<unknown> => sql`
  select min(o.id::text) filter (where o.state <> 'sent') as id, max(o.attempts) as attempts, max(o.last_error) as error, max(coalesce(o.sent_at, o.parked_at)) as settled_at,
    count(*) filter (where o.state = 'sent') as sent, count(*) filter (where o.state = 'parked') as parked,
    count(*) filter (where o.state = 'waiting' and (o.expires_at is null or o.expires_at > ${now})) as waiting
  from outbox o
  where o.channel = ${channel} and o.created_at = ${createdAt} and (o.key = ${key} or starts_with(o.key, ${key} || '/'))`;

/** The newest items of the channels, to one target or to all. */
export function listNewest(
  db: Db,
  { channels, target, limit }: { channels: readonly string[]; target: string | undefined; limit: number },
) {
  return db
    .selectFrom('outbox')
    .select(['id', 'channel', 'payload', 'created_at', 'sent_at'])
    .where('channel', 'in', channels)
    .$if(target !== undefined, (items) => items.where('target', '=', target ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}
