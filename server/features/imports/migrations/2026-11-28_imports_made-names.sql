-- What an import has made beside its events, so that undoing it takes that back too. What a later import needs again is opened anew.
create table import_made (
  organisation_id bigint not null,
  batch_id bigint not null,
  kind text not null check (kind in ('site', 'location', 'value')),
  made_id bigint not null,
  taken_back_at timestamptz,
  primary key (organisation_id, batch_id, kind, made_id),
  foreign key (organisation_id, batch_id) references import_batch (organisation_id, id) on delete cascade
);
create index import_made_what on import_made (organisation_id, kind, made_id);
