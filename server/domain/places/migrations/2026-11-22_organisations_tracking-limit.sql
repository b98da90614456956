-- Share of open days that must be tracked before a change is shown as a result.
alter table organisation add column tracking_limit numeric(4, 2) not null default 0.8 check (tracking_limit between 0 and 1);
