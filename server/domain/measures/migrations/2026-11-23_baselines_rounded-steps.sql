-- Steps between weeks are answered with six decimals; those that were stored with more are worked out again.
insert into dirty_week (organisation_id, location_id, week_start)
select organisation_id, location_id, min(week_start)
from readiness_week where g_delta <> round(g_delta, 6) or cost_delta <> round(cost_delta, 6)
group by organisation_id, location_id
order by 1, 2
on conflict (organisation_id, location_id, week_start) do update set marked_at = excluded.marked_at;
