-- What a value is called in a language other than its organisation's own.
create table ref_value_translation (
  organisation_id bigint not null,
  ref_id bigint not null,
  locale text not null check (locale in ('en_US', 'de_DE', 'es_ES', 'fr_FR')),
  name text not null check (length(name) between 1 and 200),
  primary key (organisation_id, ref_id, locale),
  foreign key (organisation_id, ref_id) references ref_value (organisation_id, id) on delete cascade
);
-- Sheets name values by them.
create index ref_value_translation_name on ref_value_translation (organisation_id, lower(name));
