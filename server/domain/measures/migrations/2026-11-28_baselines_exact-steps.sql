-- Steps between weeks are exact until they are shown; those that were stored with six decimals are worked out again.
insert into dirty_week (organisation_id, location_id, week_start)
select organisation_id, location_id, min(week_start)
from readiness_week where g_delta is not null or cost_delta is not null
group by organisation_id, location_id
order by 1, 2
on conflict (organisation_id, location_id, week_start) do update set marked_at = excluded.marked_at;
