-- The site's local date on which whoever owns a step was last reminded of it.
alter table onboarding_step add column reminded_on date;
