-- How an organisation reads the sheets of one form, under a name that it chose.
create table import_mapping (
  organisation_id bigint not null references organisation (id),
  id bigint generated always as identity,
  name text not null,
  mapping jsonb not null,
  -- The column names of the sheet that it was kept with.
  columns text[] not null,
  kept_at timestamptz not null,
  primary key (organisation_id, id)
);
create unique index import_mapping_name on import_mapping (organisation_id, lower(name));

-- The kept mapping by which an import is read; the import has a copy of its own, so that nothing changes when the mapping does.
create table import_mapping_use (
  organisation_id bigint not null,
  batch_id bigint not null,
  mapping_id bigint not null,
  primary key (organisation_id, batch_id),
  foreign key (organisation_id, batch_id) references import_batch (organisation_id, id) on delete cascade,
  foreign key (organisation_id, mapping_id) references import_mapping (organisation_id, id) on delete cascade
);
create index import_mapping_use_mapping on import_mapping_use (organisation_id, mapping_id);
