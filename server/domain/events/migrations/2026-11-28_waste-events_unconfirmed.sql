-- What is implausible about an event that a device reported: it is taken, because nobody can be asked there, until a person has looked.
alter table waste_event add column unconfirmed text[];
