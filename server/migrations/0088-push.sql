-- Notifications on a person's devices (Web Push): each device is a channel, which goes with its person.
-- small tables: notification_channels
alter table notification_channels drop constraint notification_channels_kind_check;
alter table notification_channels add constraint notification_channels_kind_check
  check (kind in ('mail', 'webhook', 'messenger', 'push')) not valid;
-- Of a device. No reference: nodes of the version before know no such rule. Nothing is sent to a person who is gone.
alter table notification_channels add column user_id uuid;

-- With which this installation signs what it sends to push services. Made once: with another pair no device is reached.
create table push_keys (
  id smallint primary key check (id = 1),
  public_key bytea not null,
  private_sealed bytea not null,
  created_at timestamptz not null
);
