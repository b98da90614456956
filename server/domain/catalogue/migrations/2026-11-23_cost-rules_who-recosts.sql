-- By whom, and with which prices it was counted; sums are there once something was looked at.
alter table recost add column by_login text not null default '';
alter table recost add column rules_mark text not null default '';
alter table recost alter column by_user_id drop not null;
alter table recost alter column counted drop not null;
alter table recost alter column counted drop default;
alter table recost alter column written drop not null;
alter table recost alter column written drop default;
