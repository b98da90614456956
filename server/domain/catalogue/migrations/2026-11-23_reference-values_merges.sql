-- A value that has become another one. Who still sends the old one means the new one; its events follow in steps.
create table ref_merge (
  organisation_id bigint not null,
  old_id bigint not null,
  new_id bigint not null check (new_id <> old_id),
  merged_at timestamptz not null,
  by_user_id bigint,
  by_login text not null,
  state text not null check (state in ('RUNNING', 'DONE')),
  events_expected integer not null,
  events_moved integer not null default 0,
  alive_at timestamptz not null,
  finished_at timestamptz,
  primary key (organisation_id, old_id),
  foreign key (organisation_id, old_id) references ref_value (organisation_id, id),
  foreign key (organisation_id, new_id) references ref_value (organisation_id, id)
);
create index ref_merge_new on ref_merge (organisation_id, new_id);
create index ref_merge_alive on ref_merge (alive_at);
