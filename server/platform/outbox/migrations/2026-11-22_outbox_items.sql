-- What leaves the house, by whichever channel: one row for each mail, push or call.

create table outbox (
  -- Told to the receiver at every try.
  id uuid primary key default gen_random_uuid(),
  channel text not null,
  -- Names what the item is about: posted twice, it is one item.
  key text not null,
  organisation_id bigint,
  target text not null,
  payload jsonb not null,
  state text not null default 'waiting' constraint outbox_state check (state in ('waiting', 'sent', 'parked')),
  attempts integer not null default 0,
  -- While a process delivers it: when another one may take it.
  next_try_at timestamptz not null,
  expires_at timestamptz,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  parked_at timestamptz,
  constraint outbox_key unique (channel, key)
);
create index outbox_due on outbox (channel, next_try_at) where state = 'waiting';
create index outbox_parked on outbox (parked_at desc) where state = 'parked';
create index outbox_created on outbox (channel, created_at desc);

-- The build before, which may still run, leaves a mail alone that says it was sent. Older mail is old news.
with moved as (
  update outgoing_mail set sent_at = now() where sent_at is null and created_at > now() - interval '24 hours' returning *)
insert into outbox (id, channel, key, target, payload, next_try_at, expires_at, created_at, last_error)
select substring(message_id from '[0-9a-f-]{36}')::uuid, 'mail', message_id, recipient,
  jsonb_build_object('to', recipient, 'subject', subject, 'text', body_text, 'html', body_html),
  created_at, created_at + interval '24 hours', created_at, last_error
from moved;
