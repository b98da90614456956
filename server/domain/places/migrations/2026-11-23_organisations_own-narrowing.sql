-- What somebody has narrowed themselves to, beside what others let them see: it opens nothing, and whoever lifts it sees again what
-- others let them see.
create table own_narrowing (
  organisation_id bigint not null references organisation (id),
  user_id bigint not null references identity."user" (id) on delete cascade,
  primary key (organisation_id, user_id)
);

create table own_secured_site (
  organisation_id bigint not null,
  user_id bigint not null,
  site_id bigint not null,
  primary key (organisation_id, user_id, site_id),
  foreign key (organisation_id, user_id) references own_narrowing (organisation_id, user_id) on delete cascade,
  foreign key (organisation_id, site_id) references site (organisation_id, id)
);

create table own_secured_location (
  organisation_id bigint not null,
  user_id bigint not null,
  location_id bigint not null,
  primary key (organisation_id, user_id, location_id),
  foreign key (organisation_id, user_id) references own_narrowing (organisation_id, user_id) on delete cascade,
  foreign key (organisation_id, location_id) references location (organisation_id, id)
);
