-- What an organisation is to the house that runs Tare, and the trade that it is in.
alter table organisation
  add column kind text not null default 'CUSTOMER' constraint organisation_kind check (kind in ('CUSTOMER', 'PARTNER', 'TRIAL')),
  add column segment_name text constraint organisation_segment check (length(segment_name) between 1 and 100);
