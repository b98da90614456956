-- What was done so that guests leave less, which before and after are told apart by.
create table guest_campaign (
  organisation_id bigint not null references organisation (id),
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 80),
  kind text not null check (kind in ('portion', 'plates', 'trayless', 'signage', 'tasting', 'other')),
  -- Of one serving line; null: of everything that guests leave.
  source_id bigint,
  starts_on date not null,
  -- The last day; null while it runs.
  ends_on date check (ends_on >= starts_on),
  note text not null default '' check (length(note) <= 300),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organisation_id, id)
);

create table guest_campaign_location (
  organisation_id bigint not null,
  campaign_id bigint not null,
  location_id bigint not null,
  primary key (organisation_id, campaign_id, location_id),
  foreign key (organisation_id, campaign_id) references guest_campaign (organisation_id, id) on delete cascade,
  foreign key (organisation_id, location_id) references location (organisation_id, id)
);
create index guest_campaign_location_place on guest_campaign_location (organisation_id, location_id);

-- A page for guests that is read by its link alone. Of the link there is only a hash.
create table guest_sign (
  organisation_id bigint not null,
  id bigint generated always as identity,
  location_id bigint not null,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  locale text not null check (locale in ('en_US', 'de_DE', 'es_ES', 'fr_FR')),
  sentence text not null default '' check (length(sentence) <= 140),
  created_by bigint not null,
  created_at timestamptz not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, location_id) references location (organisation_id, id)
);
