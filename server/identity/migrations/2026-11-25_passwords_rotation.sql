-- How many days before a password ends people are told of it; null is what Tare does. What `expires_after_days` was when it was
-- switched off stands in `paused_expiry_days` until it is switched on again: null there still means that no password ends.
alter table identity.password_policy
  add column notice_days integer check (notice_days between 0 and 3650),
  add column paused_expiry_days integer check (paused_expiry_days between 1 and 3650);
