-- Numbers that people can be reached at. One counts once a code that was sent to it came back; two people may share a telephone.
create table identity.phone_number (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null references identity."user" (id) on delete cascade,
  phone text not null,
  verified_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (user_id, phone)
);
create index phone_number_verified on identity.phone_number (phone) where verified_at is not null;
