-- One fault that is repeated does not hide the others. It takes the place of identity.refusal, which the build before still writes.
create table identity.refusal_of_fault (
  organisation_id bigint not null,
  way text not null,
  fault text not null,
  entity text not null,
  refused integer not null default 0,
  primary key (organisation_id, way, fault)
);
