-- What a check weight was before each correction.
create table check_weight_revision (
  organisation_id bigint not null,
  id bigint generated always as identity,
  check_weight_id bigint not null,
  at timestamptz not null,
  by_user_id bigint,
  before_g numeric(12, 2) not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, check_weight_id) references check_weight (organisation_id, id)
);
create index check_weight_revision_weight on check_weight_revision (organisation_id, check_weight_id);
