-- Public holidays of a country or of a part of it, by the holiday library's codes: 'DE', 'DE-BY', 'DE-BY-KATH'. They take the place
-- of holiday and holiday_year, which the build before goes on to fill.
create table area_holiday (
  area text not null,
  day date not null,
  name text not null,
  primary key (area, day)
);
create table area_holiday_year (
  area text not null,
  year integer not null,
  primary key (area, year)
);

-- Whose holidays a site has. Null until it is settled: then they are its country's, and a job takes the part from its region.
alter table site add column holiday_area text;

-- The build before moves a site to another country without a word about the area.
create function keep_holiday_area() returns trigger language plpgsql as $$
begin
  if split_part(new.holiday_area, '-', 1) <> new.country_code then
    new.holiday_area := null;
  end if;
  return new;
end $$;
create trigger site_keeps_holiday_area before insert or update of country_code, holiday_area on site for each row execute function keep_holiday_area();
