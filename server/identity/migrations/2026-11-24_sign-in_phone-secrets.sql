-- What brings somebody in by a text, and what puts a new number in the place of a lost one. A row is made for every name that asks;
-- whose it is, is filled in by the job that sends the code. It works in the flow alone that asked, which keeps the other half of
-- `flow_hash`. RESET is a code by mail, CHANGE what its right use gives: leave to name the new number.
create table identity.phone_secret (
  id uuid primary key default gen_random_uuid(),
  purpose text not null check (purpose in ('SIGN_IN', 'RESET', 'CHANGE')),
  asked_for text not null,
  flow_hash bytea not null unique,
  user_id bigint references identity."user" (id) on delete cascade,
  sent_to text,
  secret_hash bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index phone_secret_user on identity.phone_secret (user_id, created_at);
