-- How somebody is told of an alert: one row for each channel. One that the link in a message ended stays, because that link can bring back no more than this.
create table alert_notification_channel (
  organisation_id bigint not null,
  notification_id bigint not null,
  channel text not null check (channel ~ '^[A-Z][A-Z_]{0,29}$'),
  frequency text not null check (frequency in ('IMMEDIATE', 'DAILY')),
  -- The digest names nothing from before.
  since timestamptz not null,
  unsubscribed_at timestamptz,
  primary key (organisation_id, notification_id, channel),
  foreign key (organisation_id, notification_id) references alert_notification (organisation_id, id) on delete cascade
);
create index alert_notification_channel_daily on alert_notification_channel (organisation_id, channel) where frequency = 'DAILY' and unsubscribed_at is null;

-- The build before keeps mail and push as columns, and may run beside this one: what either of the two writes, the other reads. The columns and both triggers go in a release in which no build that runs knows the columns.
create function alert_channels_follow_columns() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and row(new.notify_email, new.notify_push, new.frequency, new.frequency_since, new.unsubscribed_at)
    is not distinct from row(old.notify_email, old.notify_push, old.frequency, old.frequency_since, old.unsubscribed_at) then
    return null;
  end if;
  delete from alert_notification_channel c
  where c.organisation_id = new.organisation_id and c.notification_id = new.id
    and ((c.channel = 'EMAIL' and not new.notify_email and new.unsubscribed_at is null) or (c.channel = 'PUSH' and not new.notify_push));
  insert into alert_notification_channel (organisation_id, notification_id, channel, frequency, since, unsubscribed_at)
  select new.organisation_id, new.id, 'EMAIL', new.frequency, new.frequency_since, case when not new.notify_email then new.unsubscribed_at end
  where new.notify_email or new.unsubscribed_at is not null
  union all
  select new.organisation_id, new.id, 'PUSH', 'IMMEDIATE', new.frequency_since, null where new.notify_push
  on conflict (organisation_id, notification_id, channel) do update set frequency = excluded.frequency, since = excluded.since, unsubscribed_at = excluded.unsubscribed_at;
  return null;
end $$;
create trigger alert_channels_follow_columns after insert or update on alert_notification for each row when (pg_trigger_depth() = 0) execute function alert_channels_follow_columns();

insert into alert_notification_channel (organisation_id, notification_id, channel, frequency, since, unsubscribed_at)
select organisation_id, id, 'EMAIL', frequency, frequency_since, case when not notify_email then unsubscribed_at end from alert_notification
where notify_email or unsubscribed_at is not null
union all
select organisation_id, id, 'PUSH', 'IMMEDIATE', frequency_since, null from alert_notification where notify_push;

create function alert_columns_follow_channels() returns trigger language plpgsql as $$
begin
  update alert_notification n
  set notify_email = mail.channel is not null and mail.unsubscribed_at is null,
    unsubscribed_at = mail.unsubscribed_at,
    frequency = coalesce(mail.frequency, n.frequency),
    frequency_since = coalesce(mail.since, n.frequency_since),
    notify_push = exists (
      select 1 from alert_notification_channel c
      where c.organisation_id = n.organisation_id and c.notification_id = n.id and c.channel = 'PUSH' and c.unsubscribed_at is null)
  from (values (coalesce(new.organisation_id, old.organisation_id), coalesce(new.notification_id, old.notification_id))) as changed (organisation_id, id)
  left join alert_notification_channel mail
    on mail.organisation_id = changed.organisation_id and mail.notification_id = changed.id and mail.channel = 'EMAIL'
  where n.organisation_id = changed.organisation_id and n.id = changed.id;
  return null;
end $$;
create trigger alert_columns_follow_channels after insert or update or delete on alert_notification_channel for each row when (pg_trigger_depth() = 0) execute function alert_columns_follow_channels();
