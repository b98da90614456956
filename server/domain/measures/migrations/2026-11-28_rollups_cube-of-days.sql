-- What was recorded on a day by all its dimensions at once, so that a screen can narrow by one and rank by another.
-- Reference 0 stands for "not said"; n tells the rows of a day apart.
create table rollup_day_cube (
  organisation_id bigint not null,
  location_id bigint not null,
  local_date date not null,
  n integer not null,
  week_start date not null,
  stage_id integer not null,
  item_id bigint not null,
  reason_id bigint not null,
  source_id bigint not null,
  sink_id bigint not null,
  daypart_id bigint not null,
  container_id bigint not null,
  txn integer not null,
  g numeric(16, 2) not null,
  cost numeric(18, 4) not null,
  estimated_g numeric(16, 2) not null,
  derived_cost numeric(18, 4) not null,
  primary key (organisation_id, location_id, local_date, n)
);

insert into dirty_week (organisation_id, location_id, week_start)
select distinct organisation_id, location_id, week_start from rollup_week_dim
order by 1, 2, 3
on conflict (organisation_id, location_id, week_start) do update set marked_at = excluded.marked_at;
