-- What food an item is, by which footprints are found for it.
create table impact_item_category (
  organisation_id bigint not null,
  item_id bigint not null,
  category text not null check (length(category) <= 30),
  updated_at timestamptz not null,
  primary key (organisation_id, item_id),
  foreign key (organisation_id, item_id) references ref_value (organisation_id, id) on delete cascade
);
