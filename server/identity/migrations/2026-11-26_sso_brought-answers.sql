-- A hash of the secret that was handed to the browser which brought the answer: no other may redeem it.
alter table identity.sso_request add column brought_hash bytea;
