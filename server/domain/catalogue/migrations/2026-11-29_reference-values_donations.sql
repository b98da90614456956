-- Which destinations give food to people: no destination of the Food Loss and Waste Standard, and told apart whether it counts as waste or not.
alter table ref_value add column is_donation boolean not null default false;
