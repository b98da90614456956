-- apart
-- By whom somebody was viewed.
drop index concurrently if exists identity.session_viewed;
create index concurrently session_viewed on identity.session (viewed_user_id, created_at) where viewed_user_id is not null;
