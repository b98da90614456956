-- Where a sink leads by the Food Loss and Waste Standard, which part of the food an item is, and which change of a value is the latest.
alter table ref_value add column flw_destination text check (flw_destination in (
  'ANIMAL_FEED', 'BIOMATERIAL', 'DIGESTION', 'COMPOSTING', 'COMBUSTION', 'LAND_APPLICATION', 'LANDFILL', 'NOT_HARVESTED', 'REFUSE', 'SEWER'));
alter table ref_value add column material text check (material in ('FOOD', 'INEDIBLE', 'BOTH'));
alter table ref_value add column version integer not null default 1;
