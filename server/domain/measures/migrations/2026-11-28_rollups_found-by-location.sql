-- Weeks are read by location, in the order of the primary key. This index offered itself for one location too, where the
-- planner had no statistics, and was a thousand times slower.
drop index rollup_week_stage;
