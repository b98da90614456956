-- Baselines of weeks that a person chose follow their weeks from now on, and weeks without an open day are skipped: what was
-- worked out by the rules before is worked out again.
insert into dirty_week (organisation_id, location_id, week_start)
select organisation_id, location_id, first_week from baseline where state = 'ACTIVE' and method = 'MANUAL'
union
select r.organisation_id, r.location_id, r.week_start
from rollup_week r
join location_week w on w.organisation_id = r.organisation_id and w.location_id = r.location_id and w.week_start = r.week_start and w.open_days = 0
order by 1, 2, 3
on conflict (organisation_id, location_id, week_start) do update set marked_at = excluded.marked_at;
