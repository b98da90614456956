-- What front ends keep of a person, as JSON text of their own; nothing of ours reads it.
alter table identity."user" add column metadata text not null default '{}';
