-- Mail that was switched off by the link in it; that link can switch on no more than this.
alter table alert_notification add column unsubscribed_at timestamptz;
