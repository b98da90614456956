-- A browser that is asked for no second proof, as its owner knows it again: by its name, and by when it was spared last.
-- What was remembered before says neither.
alter table identity.remembered_device add column id uuid;
alter table identity.remembered_device alter column id set default gen_random_uuid();
alter table identity.remembered_device add column user_agent text not null default '';
alter table identity.remembered_device add column last_used_at timestamptz;
update identity.remembered_device set id = gen_random_uuid();
