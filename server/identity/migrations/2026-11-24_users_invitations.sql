-- Links by which somebody who has an account joins a further tenant: the membership is there and waits until one is used.
create table identity.invitation (
  token_hash bytea primary key,
  tenant_number bigint not null,
  user_id bigint not null,
  -- Where it was mailed to; another address later ends it.
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (tenant_number, user_id) references identity.membership (tenant_number, user_id) on delete cascade
);
create index invitation_user on identity.invitation (user_id, tenant_number);
