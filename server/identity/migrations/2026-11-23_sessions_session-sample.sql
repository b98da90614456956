-- How many sessions a tenant had at an instant, counted every 15 minutes and kept for 90 days. A tenant without any has no row,
-- but for the internal one, whose row says that there was a count at all.
create table identity.session_sample (
  sampled_at timestamptz not null,
  tenant_number bigint not null references identity.tenant (number),
  count integer not null check (count >= 0),
  primary key (tenant_number, sampled_at)
);
create index session_sample_by_instant on identity.session_sample (sampled_at);
