-- Hardware on its way to a site.
create table shipment (
  organisation_id bigint not null,
  id bigint generated always as identity,
  -- What people call it; counted for each organization.
  number integer not null,
  site_id bigint not null,
  state text not null check (state in ('draft', 'packed', 'shipped', 'delivered', 'returned', 'lost', 'cancelled')),
  reference text not null,
  -- Of the site when it was begun; the site may move while a parcel is on its way.
  address text not null,
  note text not null,
  carrier text not null default '',
  tracking text not null default '',
  -- Why it came back or was given up.
  reason text not null default '',
  created_by bigint not null,
  created_at timestamptz not null,
  packed_at timestamptz,
  shipped_at timestamptz,
  delivered_on date,
  closed_at timestamptz,
  version integer not null default 1,
  primary key (organisation_id, id),
  unique (organisation_id, number),
  foreign key (organisation_id, site_id) references site (organisation_id, id)
);

create table shipment_item (
  organisation_id bigint not null,
  shipment_id bigint not null,
  device_id bigint not null,
  -- The device at the site whose place it takes on delivery.
  replaces_device_id bigint,
  primary key (organisation_id, shipment_id, device_id),
  unique (organisation_id, shipment_id, replaces_device_id),
  foreign key (organisation_id, shipment_id) references shipment (organisation_id, id),
  foreign key (organisation_id, device_id) references device (organisation_id, id),
  foreign key (organisation_id, replaces_device_id) references device (organisation_id, id)
);
create index shipment_item_device on shipment_item (organisation_id, device_id);
