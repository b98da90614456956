-- What somebody proves themselves with beside the first proof. A secret is sealed with the installation's; codes are kept as hashes.
-- An authenticator counts once a code of it was right. `last_step` is the newest time step that was used: none works twice.
create table identity.authenticator (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null references identity."user" (id) on delete cascade,
  sealed_secret bytea not null,
  last_step bigint not null default 0,
  created_at timestamptz not null,
  confirmed_at timestamptz
);
create index authenticator_user on identity.authenticator (user_id);

create table identity.phone_factor (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null references identity."user" (id) on delete cascade,
  phone text not null,
  created_at timestamptz not null,
  unique (user_id, phone)
);

-- One row an account: whether codes by e-mail are a factor, the recovery code, and the wrong codes of the window that is open.
create table identity.second_factor (
  user_id bigint primary key references identity."user" (id) on delete cascade,
  email_since timestamptz,
  recovery_hash bytea,
  wrong_codes integer not null default 0,
  wrong_since timestamptz
);

-- Browsers from which no second proof is asked; their cookie is kept as a hash.
create table identity.remembered_device (
  token_hash bytea primary key,
  user_id bigint not null references identity."user" (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index remembered_device_user on identity.remembered_device (user_id);

-- A sign-in in progress is not a session. With `session_id` it renews the proof of that session instead of opening one.
create table identity.pending_sign_in (
  token_hash bytea primary key,
  user_id bigint not null references identity."user" (id) on delete cascade,
  tenant_number bigint not null references identity.tenant (number),
  way text not null,
  amr text[] not null,
  locale text,
  session_id uuid references identity.session (id) on delete cascade,
  salt bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index pending_sign_in_user on identity.pending_sign_in (user_id);
create index pending_sign_in_session on identity.pending_sign_in (session_id);

-- Codes that were sent. The hash is of the code and the token of whoever asked, so that the row alone tells neither.
create table identity.one_time_code (
  token_hash bytea primary key,
  user_id bigint not null references identity."user" (id) on delete cascade,
  purpose text not null,
  flow text not null,
  target text not null,
  code_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_code_user on identity.one_time_code (user_id);
