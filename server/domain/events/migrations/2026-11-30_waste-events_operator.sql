-- Who weighed it, where a tablet asked for a PIN.
alter table waste_event add column operator_id bigint;
