-- 0 kg says that a day had no waste and is no weighing: weeks with such events are summed up again.
insert into dirty_week (organisation_id, location_id, week_start)
select distinct organisation_id, location_id, week_start
from waste_event where voided_at is null and counts_as_waste and net_g = 0
order by 1, 2, 3
on conflict (organisation_id, location_id, week_start) do update set marked_at = excluded.marked_at;
