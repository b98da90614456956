-- A device that an organization gave away, and the code by which another makes it its own. The row stays with the old one's history.
create table device_release (
  organisation_id bigint not null,
  device_id bigint not null,
  code_hash bytea not null unique,
  -- All that whoever claims it learns.
  serial text not null,
  released_by bigint not null,
  released_at timestamptz not null,
  expires_at timestamptz not null,
  claimed_at timestamptz,
  primary key (organisation_id, device_id),
  foreign key (organisation_id, device_id) references device (organisation_id, id)
);
