-- The lines of a sheet that are listed: those refused, and since now those left out, each with its reason.
alter table import_error add column outcome text not null default 'refused' check (outcome in ('refused', 'leftOut'));
