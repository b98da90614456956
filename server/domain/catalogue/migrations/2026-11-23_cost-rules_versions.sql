-- A rule that is changed is kept, because events name it; the next version stands for it from then on.
-- first_id: the first version, null in the first one.
alter table cost_rule add column first_id bigint;
alter table cost_rule add column superseded_at timestamptz;
alter table cost_rule add column created_at timestamptz;
alter table cost_rule add column created_by bigint;
alter table cost_rule add column note text;
