-- OpenID providers name somebody as SAML providers do, by a subject and a session: this table holds the names of both.
-- Their ID token, sealed, tells them whom to sign out.
alter table identity.saml_session add column sealed_hint bytea;
