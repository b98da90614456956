-- How a SAML provider takes requests: in an address, or by a form of ours alone (SAML V2.0 Bindings, sections 3.4 and 3.5).
alter table identity.sso_config add column sso_binding text not null default 'redirect' check (sso_binding in ('redirect', 'post'));
