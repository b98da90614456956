-- The same of a week's sums; weeks that hold such events are summed up again.
alter table rollup_week
  add column estimated_g numeric(16, 2) not null default 0,
  add column derived_cost numeric(18, 4) not null default 0;

insert into dirty_week (organisation_id, location_id, week_start)
select distinct organisation_id, location_id, week_start
from waste_event where voided_at is null and counts_as_waste and (estimated or cost_rule_id is not null)
order by 1, 2, 3
on conflict (organisation_id, location_id, week_start) do update set marked_at = excluded.marked_at;
