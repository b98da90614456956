-- Which event a part was cut from; the whole is voided and kept.
alter table waste_event add column split_from bigint;

-- What a person has looked at and found right: it is not suspected again until it changes.
create table event_review (
  organisation_id bigint not null,
  event_id bigint not null,
  -- The newest revision that was seen, 0 for none.
  revision_id bigint not null,
  reviewed_at timestamptz not null,
  by_user_id bigint,
  primary key (organisation_id, event_id),
  foreign key (organisation_id) references organisation (id)
);
