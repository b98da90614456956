-- The address that somebody last showed to be theirs, while another stands in its place that they have not shown yet.
alter table identity."user" add column address_before text;
