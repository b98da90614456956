-- The person has asked for their account to be deleted: a job erases what is left of them.
alter table identity."user" add column erasure_asked_at timestamptz;
