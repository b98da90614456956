-- What channels there are is said by alert-channels.ts alone.
alter table alert_delivery drop constraint alert_delivery_channel_check;
