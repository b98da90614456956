-- Who takes what is donated.
create table donation_partner (
  organisation_id bigint not null references organisation (id),
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 100),
  kind text not null check (kind in ('foodBank', 'charity', 'shelter', 'community', 'school', 'other')),
  contact text not null default '' check (length(contact) <= 300),
  status text not null default 'A' check (status in ('A', 'I')),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organisation_id, id)
);
create unique index donation_partner_name on donation_partner (organisation_id, lower(name));

-- When a partner comes every week.
create table donation_schedule (
  organisation_id bigint not null,
  id bigint generated always as identity,
  location_id bigint not null,
  partner_id bigint not null,
  -- 1 is Monday.
  weekday integer not null check (weekday between 1 and 7),
  pickup_time text not null check (pickup_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  starts_on date not null,
  -- The last day on which it held; null while it does.
  ends_on date,
  created_at timestamptz not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, location_id) references location (organisation_id, id),
  foreign key (organisation_id, partner_id) references donation_partner (organisation_id, id)
);

-- A lot that a partner picks up, once weighed by us and once by them.
create table donation_pickup (
  organisation_id bigint not null,
  id bigint generated always as identity,
  location_id bigint not null,
  partner_id bigint not null,
  state text not null check (state in ('planned', 'pickedUp', 'confirmed', 'cancelled')),
  -- By the calendar and the clock of the site.
  pickup_day date not null,
  pickup_time text check (pickup_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  -- As we weighed it; null while it is planned.
  g numeric(12, 2) check (g > 0),
  item_id bigint,
  -- In the currency of the site.
  value_amount numeric(14, 4) check (value_amount >= 0),
  temperature_c numeric(5, 1),
  use_by date,
  note text not null default '' check (length(note) <= 300),
  -- The days whose weighings with a donation as their destination this is; null where it was not weighed before.
  weighed_from date,
  weighed_to date,
  receipt_no text check (length(receipt_no) between 1 and 60),
  received_on date,
  partner_g numeric(12, 2) check (partner_g >= 0),
  schedule_id bigint,
  scheduled_on date,
  -- Tells a line of a sheet that comes again.
  import_key text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organisation_id, id),
  check (state in ('planned', 'cancelled') or g is not null),
  check ((state = 'confirmed') = (receipt_no is not null)),
  check ((receipt_no is null) = (received_on is null) and (receipt_no is null) = (partner_g is null)),
  check ((weighed_from is null) = (weighed_to is null) and weighed_from <= weighed_to),
  check (weighed_from is null or value_amount is null),
  check ((schedule_id is null) = (scheduled_on is null)),
  foreign key (organisation_id, location_id) references location (organisation_id, id),
  foreign key (organisation_id, partner_id) references donation_partner (organisation_id, id),
  foreign key (organisation_id, item_id) references ref_value (organisation_id, id),
  foreign key (organisation_id, schedule_id) references donation_schedule (organisation_id, id)
);
create index donation_pickup_day on donation_pickup (organisation_id, pickup_day, id);
create index donation_pickup_weighed on donation_pickup (organisation_id, location_id, weighed_from) where weighed_from is not null;
create index donation_pickup_receipt on donation_pickup (organisation_id, partner_id, lower(receipt_no)) where receipt_no is not null;
create unique index donation_pickup_scheduled on donation_pickup (organisation_id, schedule_id, scheduled_on) where schedule_id is not null;
create unique index donation_pickup_import on donation_pickup (organisation_id, import_key) where import_key is not null;
