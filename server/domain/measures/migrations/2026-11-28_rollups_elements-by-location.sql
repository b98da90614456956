-- apart: made while weeks are rolled up
drop index concurrently if exists rollup_week_dim_location;
create index concurrently rollup_week_dim_location on rollup_week_dim (organisation_id, element_code, location_id, week_start);
