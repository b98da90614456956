-- When a provider asked somebody who they are, where nothing else vouches for them in the session.
alter table identity.session add column provider_proof_at timestamptz;
