-- One fault that is repeated does not hide the others.
alter table identity.refusal add column fault text not null default '';
alter table identity.refusal drop constraint refusal_pkey;
alter table identity.refusal add primary key (organisation_id, way, fault);
