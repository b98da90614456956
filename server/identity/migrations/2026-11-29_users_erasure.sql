-- The person has asked for their account to be deleted: a job erases what is left of them, these names from the audit among it.
alter table identity."user"
  add column erasure_asked_at timestamptz,
  add column erasure_names text[];
