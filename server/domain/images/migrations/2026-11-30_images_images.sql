-- Pictures of reference values, as we made them anew. What is cut off stays in `original`, so that a crop can be undone.
create table image (
  organisation_id bigint not null references organisation (id),
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 200),
  original bytea not null,
  -- SHA-256 of the original: the same picture twice is one.
  original_hash text not null check (original_hash ~ '^[0-9a-f]{64}$'),
  -- Of the original, percent that are cut off at each edge.
  crop_left smallint not null default 0 check (crop_left between 0 and 99),
  crop_top smallint not null default 0 check (crop_top between 0 and 99),
  crop_right smallint not null default 0 check (crop_right between 0 and 99),
  crop_bottom smallint not null default 0 check (crop_bottom between 0 and 99),
  content bytea not null,
  thumbnail bytea not null,
  -- SHA-256 of the content: the name under which browsers and trackers keep it.
  content_hash text not null check (content_hash ~ '^[0-9a-f]{64}$'),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  license text not null default '',
  source text not null default '',
  tags text[] not null default '{}',
  status char(1) not null default 'A' check (status in ('A', 'I')),
  version integer not null default 1,
  created_by bigint,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (organisation_id, id)
);
create unique index image_original on image (organisation_id, original_hash);
create index image_content on image (content_hash);

-- What a picture shows, for whoever does not see it.
create table image_alt (
  organisation_id bigint not null,
  image_id bigint not null,
  locale text not null,
  alt text not null check (length(alt) between 1 and 300),
  primary key (organisation_id, image_id, locale),
  foreign key (organisation_id, image_id) references image (organisation_id, id) on delete cascade
);
