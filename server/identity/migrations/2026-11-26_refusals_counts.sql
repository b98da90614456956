-- Answers of providers that were refused since they were last counted: the first few of a tenant and way have rows of audit of their own, the others one for all.
create table identity.refusal (
  organisation_id bigint not null,
  way text not null,
  entity text not null,
  refused integer not null default 0,
  primary key (organisation_id, way)
);
