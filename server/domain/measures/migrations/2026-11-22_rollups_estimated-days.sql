-- What of a sum was not measured: grams estimated from servings, and cost worked out by a rule.
alter table rollup_day
  add column estimated_g numeric(16, 2) not null default 0,
  add column derived_cost numeric(18, 4) not null default 0;
