-- That somebody is restricted in an organisation is a fact of its own: with no secured site or location left they see nothing.
create table restricted_person (
  organisation_id bigint not null references organisation (id),
  user_id bigint not null references identity."user" (id) on delete cascade,
  primary key (organisation_id, user_id)
);

-- The build before knows secured items alone, so the first of them makes the fact.
create function restrict_to_secured_items() returns trigger language plpgsql as $$
begin
  insert into restricted_person (organisation_id, user_id) values (new.organisation_id, new.user_id) on conflict do nothing;
  return null;
end $$;
create trigger secured_site_restricts after insert on secured_site for each row execute function restrict_to_secured_items();
create trigger secured_location_restricts after insert on secured_location for each row execute function restrict_to_secured_items();

insert into restricted_person (organisation_id, user_id)
select organisation_id, user_id from secured_site union select organisation_id, user_id from secured_location;
