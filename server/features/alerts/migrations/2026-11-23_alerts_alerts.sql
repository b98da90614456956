-- Site, location and device 0 stand for all. A deleted alert stays for what it has fired.
create table alert (
  organisation_id bigint not null references organisation (id),
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 50),
  description text not null check (length(description) between 1 and 500),
  site_id bigint not null default 0,
  location_id bigint not null default 0,
  device_id bigint not null default 0,
  type text not null default 'COMPARISON',
  comp_type text not null check (comp_type in ('reportedCost', 'netWeightAmount')),
  operator text not null check (operator in ('EQ', 'GT', 'GE', 'LT', 'LE')),
  value numeric(14, 4) not null check (value >= 0),
  currency_code char(3) references currency (code),
  unit_id integer references unit (id),
  -- Grows with every change, so that an editor of an older one is told.
  version integer not null default 1,
  created_at timestamptz not null,
  created_by bigint,
  updated_at timestamptz not null,
  updated_by bigint,
  deleted_at timestamptz,
  primary key (organisation_id, id),
  check ((comp_type = 'reportedCost') = (currency_code is not null)),
  check ((comp_type = 'netWeightAmount') = (unit_id is not null))
);

-- Values of one element are alternatives, those of several must all be met. A stage is no organisation's own value.
create table alert_ref (
  organisation_id bigint not null,
  alert_id bigint not null,
  element_code text not null check (element_code in ('CONTAINER', 'DAYPART', 'WASTEITEM', 'WASTESINK', 'WASTESOURCE', 'WASTESTAGE', 'WASTEREASON', 'EXPRESS_ITEM')),
  ref_id bigint not null,
  primary key (organisation_id, alert_id, element_code, ref_id),
  foreign key (organisation_id, alert_id) references alert (organisation_id, id)
);
create index alert_ref_value on alert_ref (organisation_id, ref_id);

create table alert_notification (
  organisation_id bigint not null,
  id bigint generated always as identity,
  alert_id bigint not null,
  user_id bigint not null references identity."user" (id) on delete cascade,
  notify_email boolean not null default false,
  notify_push boolean not null default false,
  frequency text not null default 'IMMEDIATE' check (frequency in ('IMMEDIATE', 'DAILY')),
  -- The digest names nothing from before.
  frequency_since timestamptz not null,
  -- An administrator's rest: the choice stays, nothing is sent.
  muted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organisation_id, id),
  unique (organisation_id, alert_id, user_id),
  foreign key (organisation_id, alert_id) references alert (organisation_id, id)
);
create index alert_notification_daily on alert_notification (organisation_id) where frequency = 'DAILY';

-- Whether there are alerts at all, and which state of them: what was read under a version holds as long as that stands here.
create table alert_set (
  organisation_id bigint primary key references organisation (id),
  alerts integer not null,
  version uuid not null default gen_random_uuid()
);

create table alert_firing (
  organisation_id bigint not null,
  id bigint generated always as identity,
  alert_id bigint not null,
  event_id bigint not null,
  -- When the event happened.
  occurred_at timestamptz not null,
  fired_at timestamptz not null,
  -- Waits to be told to those who want it at once. An event that came in late never does.
  pending boolean not null,
  withdrawn_at timestamptz,
  primary key (organisation_id, id),
  unique (organisation_id, event_id, alert_id),
  foreign key (organisation_id, alert_id) references alert (organisation_id, id)
);
create index alert_firing_pending on alert_firing (organisation_id, id) where pending;
create index alert_firing_alert on alert_firing (organisation_id, alert_id, fired_at);

-- One firing told to one person by one channel, at once or in a digest.
create table alert_delivery (
  organisation_id bigint not null,
  id bigint generated always as identity,
  firing_id bigint not null,
  user_id bigint not null references identity."user" (id) on delete cascade,
  channel text not null check (channel in ('EMAIL', 'PUSH')),
  frequency text not null check (frequency in ('IMMEDIATE', 'DAILY')),
  -- Of the outbox, which forgets what is over; how it ended is kept here.
  outbox_channel text not null,
  outbox_key text not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'SENT', 'FAILED', 'EXPIRED', 'WITHDRAWN')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (organisation_id, id),
  unique (organisation_id, firing_id, user_id, channel),
  foreign key (organisation_id, firing_id) references alert_firing (organisation_id, id)
);
create index alert_delivery_newest on alert_delivery (organisation_id, created_at desc, id desc);
create index alert_delivery_open on alert_delivery (organisation_id, id) where state in ('WAITING', 'FAILED');

-- The days whose digest was made; whoever makes the row makes the digest.
create table alert_digest (
  organisation_id bigint not null references organisation (id),
  local_date date not null,
  made_at timestamptz not null,
  primary key (organisation_id, local_date)
);

-- A category matches what is below it, so alerts must be read again where a value is put below another.
create function renew_alert_set() returns trigger language plpgsql as $$
begin
  update alert_set set version = gen_random_uuid() where organisation_id in (select organisation_id from changed);
  return null;
end $$;
create function renew_alert_set_of_children() returns trigger language plpgsql as $$
begin
  update alert_set set version = gen_random_uuid() where organisation_id in (select organisation_id from changed where parent_id is not null);
  return null;
end $$;
create trigger ref_value_added_renews_alerts after insert on ref_value referencing new table as changed for each statement execute function renew_alert_set_of_children();
create trigger ref_value_changed_renews_alerts after update on ref_value referencing new table as changed for each statement execute function renew_alert_set();
create trigger ref_value_removed_renews_alerts after delete on ref_value referencing old table as changed for each statement execute function renew_alert_set();
