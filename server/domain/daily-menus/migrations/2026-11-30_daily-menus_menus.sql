-- What a kitchen plans to serve on a day: which items, at which meal and how many portions of each.
create table daily_menu (
  organisation_id bigint not null,
  location_id bigint not null,
  date date not null,
  ref_item_id bigint not null,
  -- null: the whole day.
  daypart_id bigint,
  -- null: nobody said.
  planned_portions integer check (planned_portions between 0 and 1000000),
  unique nulls not distinct (organisation_id, location_id, date, ref_item_id, daypart_id),
  foreign key (organisation_id, location_id) references location (organisation_id, id),
  foreign key (organisation_id, ref_item_id) references ref_value (organisation_id, id),
  foreign key (organisation_id, daypart_id) references ref_value (organisation_id, id)
);
create index daily_menu_item on daily_menu (organisation_id, ref_item_id);
create index daily_menu_daypart on daily_menu (organisation_id, daypart_id) where daypart_id is not null;
