-- A password that is known from a data breach: when that was found, and when it was last looked for. Another password makes both null.
alter table identity."user" add column password_breached_at timestamptz;
alter table identity."user" add column breach_checked_at timestamptz;
-- Somebody who does not want to be asked again, after signing in, to add a passkey.
alter table identity."user" add column passkey_prompt_declined_at timestamptz;
