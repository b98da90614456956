-- The items that photos are classified as, as they stood when each version was opened.
create table taxonomy_version (
  organisation_id bigint not null,
  number integer not null,
  opened_by bigint not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  primary key (organisation_id, number)
);
create unique index taxonomy_version_open on taxonomy_version (organisation_id) where closed_at is null;

create table taxonomy_item (
  organisation_id bigint not null,
  number integer not null,
  item_id bigint not null,
  name text not null,
  primary key (organisation_id, number, item_id),
  foreign key (organisation_id, number) references taxonomy_version (organisation_id, number)
);

-- What an item of a closed version is in the version after it; empty for one without a successor.
create table taxonomy_mapping (
  organisation_id bigint not null,
  number integer not null,
  item_id bigint not null,
  name text not null,
  became_id bigint,
  primary key (organisation_id, number, item_id),
  foreign key (organisation_id, number) references taxonomy_version (organisation_id, number)
);

-- The version that was open when the answer was given; empty before there was one.
alter table vision_label add column taxonomy_number integer;
