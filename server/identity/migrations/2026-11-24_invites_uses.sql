-- How often a link may be used, where that is limited, and how often it was.
alter table identity.invite_link add column most_uses integer;
alter table identity.invite_link add column uses integer not null default 0;
