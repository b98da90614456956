-- The texts that people sign in with, logins and e-mail addresses in one list, so that no two people hold the same one.
create table identity.sign_in_name (
  name text primary key,
  user_id bigint not null references identity."user" (id) on delete cascade
);
create index sign_in_name_user on identity.sign_in_name (user_id);

-- Where one person's e-mail address is another one's login, the login keeps the name, as the sign-in reads it.
insert into identity.sign_in_name (name, user_id) select lower(login), id from identity."user" on conflict do nothing;
insert into identity.sign_in_name (name, user_id) select lower(email), id from identity."user" on conflict do nothing;

create function identity.hold_sign_in_names() returns trigger language plpgsql as $$
begin
  delete from identity.sign_in_name where user_id = new.id and name not in (lower(new.login), lower(new.email));
  insert into identity.sign_in_name (name, user_id)
  select distinct n.name, new.id from unnest(array[lower(new.login), lower(new.email)]) as n (name) order by n.name
  on conflict (name) do nothing;
  if exists (select from identity.sign_in_name where name in (lower(new.login), lower(new.email)) and user_id <> new.id) then
    raise exception 'somebody else signs in with this login or e-mail address' using errcode = 'unique_violation', constraint = 'sign_in_name_pkey';
  end if;
  return null;
end $$;
create trigger user_sign_in_names_of_new after insert on identity."user"
  for each row execute function identity.hold_sign_in_names();
create trigger user_sign_in_names after update of login, email on identity."user"
  for each row when (lower(old.login) <> lower(new.login) or lower(old.email) <> lower(new.email))
  execute function identity.hold_sign_in_names();
