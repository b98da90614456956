-- What was weighed and is no waste, by day, destination and item: what was donated is among it. Reference 0 stands for "not said".
create table rollup_day_not_waste (
  organisation_id bigint not null,
  location_id bigint not null,
  local_date date not null,
  stage_id integer not null,
  sink_id bigint not null,
  item_id bigint not null,
  week_start date not null,
  txn integer not null,
  g numeric(16, 2) not null,
  cost numeric(18, 4) not null,
  estimated_g numeric(16, 2) not null,
  primary key (organisation_id, location_id, local_date, stage_id, sink_id, item_id)
);

insert into dirty_week (organisation_id, location_id, week_start)
select distinct organisation_id, location_id, week_start
from waste_event where voided_at is null and not counts_as_waste
order by 1, 2, 3
on conflict (organisation_id, location_id, week_start) do update set marked_at = excluded.marked_at;
