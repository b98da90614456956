-- The invite link, by the hash of its token, that a sign-in joins a tenant by once its second proof is right.
alter table identity.pending_sign_in add column invite_hash bytea;
