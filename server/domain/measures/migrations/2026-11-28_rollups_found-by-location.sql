-- Weeks are read by location, in the order of the primary key, and those of an element by the index before this. These two offered
-- themselves for one location too, where the planner had no statistics, and were a thousand times slower.
drop index rollup_week_stage;
drop index rollup_week_dim_element;
