-- A closed location has open days up to its last day and none after; null while it is active.
alter table location add column closed_on date;

-- Nobody wrote down when those that are closed were closed: the last day with a transaction is the last that can have been open.
update location l set closed_on = coalesce(
  (select max(d.local_date) from rollup_day d where d.organisation_id = l.organisation_id and d.location_id = l.id),
  (select (l.updated_at at time zone s.time_zone)::date from site s where s.organisation_id = l.organisation_id and s.id = l.site_id))
where l.status = 'I';

insert into dirty_week (organisation_id, location_id, week_start)
select w.organisation_id, w.location_id, w.week_start
from location l
join location_week w on w.organisation_id = l.organisation_id and w.location_id = l.id and w.week_start + 6 > l.closed_on
order by 1, 2, 3
on conflict (organisation_id, location_id, week_start) do update set marked_at = excluded.marked_at;

-- The build before closes and opens locations without a word about the day.
create function keep_last_day() returns trigger language plpgsql as $$
begin
  if new.status = 'A' then
    new.closed_on := null;
  elsif new.closed_on is null then
    new.closed_on := (now() at time zone (select s.time_zone from site s where s.organisation_id = new.organisation_id and s.id = new.site_id))::date;
  end if;
  return new;
end $$;
create trigger location_keeps_last_day before insert or update of status on location for each row execute function keep_last_day();
