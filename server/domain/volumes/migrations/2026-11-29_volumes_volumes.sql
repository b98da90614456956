-- How much a location did, which its waste is set against. Dayparts are not told apart.
create table volume (
  organisation_id bigint not null,
  location_id bigint not null,
  kind text not null check (kind in ('COVERS', 'TRANSACTIONS', 'REVENUE', 'PURCHASES')),
  -- A whole month has the date of its first day.
  period text not null check (period in ('DAY', 'MONTH')),
  local_date date not null check (local_date >= '2013-01-01' and (period = 'DAY' or extract(day from local_date) = 1)),
  -- ISO 4217; empty for what is counted.
  currency text not null check ((currency = '') = (kind in ('COVERS', 'TRANSACTIONS')) and currency ~ '^([A-Z]{3})?$'),
  value numeric(18, 4) not null check (value >= 0),
  estimated boolean not null,
  origin text not null check (origin in ('TYPED', 'PASTED', 'FILE', 'API')),
  updated_at timestamptz not null,
  primary key (organisation_id, location_id, kind, period, local_date, currency),
  foreign key (organisation_id, location_id) references location (organisation_id, id)
);

-- Months whose volumes stand. Site 0: of all sites.
create table volume_lock (
  organisation_id bigint not null references organisation (id),
  month date not null check (extract(day from month) = 1),
  site_id bigint not null,
  reason text not null check (length(reason) <= 300),
  locked_at timestamptz not null,
  primary key (organisation_id, month, site_id)
);
