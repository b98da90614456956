import { sql } from 'kysely';
import type { Measure } from '../db/readings';

/** How much waits in each channel or is parked, and for how long the oldest of it has. */
export const outboxMeasure = (channels: readonly string[]): Measure => ({
  gauges: [
    { name: 'tare_outbox_items', help: 'Outgoing items: waiting, or parked after the last attempt.' },
    { name: 'tare_outbox_oldest_seconds', help: 'Age of the oldest of them.' },
  ],
  labels: ['channel', 'state'],
  async read(trx) {
    const { rows } = await sql<Record<string, string | number>>`
      select c.channel, s.state, count(o.id)::int as tare_outbox_items,
        coalesce(greatest(0, extract(epoch from now() - min(o.created_at))), 0)::float8 as tare_outbox_oldest_seconds
      from unnest(${[...channels]}::text[]) as c (channel)
      cross join unnest(array['waiting', 'parked']) as s (state)
      left join outbox o on o.channel = c.channel and o.state = s.state and (o.state = 'parked' or o.expires_at is null or o.expires_at > now())
      group by 1, 2`.execute(trx);
    return rows;
  },
});

export const mailMeasure: Measure = {
  gauges: [{ name: 'tare_mails_waiting', help: 'Mails of the last day that were not sent yet.' }],
  labels: [],
  async read(trx) {
    const { rows } = await sql<{ tare_mails_waiting: number }>`
      select count(*)::int as tare_mails_waiting from outbox
      where channel = 'mail' and created_at > now() - interval '24 hours' and state <> 'sent'`.execute(trx);
    return rows;
  },
};
