-- What clients want to be told of, how, and what they were told (docs/decisions/0050).
create table notification_rules (
  id uuid primary key,
  account_id bigint not null references accounts on delete cascade,
  name text not null,
  is_enabled boolean not null,
  condition jsonb not null,
  -- A name of the IANA database; hours are counted by its clocks.
  zone text not null,
  schedule jsonb,
  quiet jsonb,
  -- False: for the units and the groups below only, also when there are none.
  is_for_all boolean not null,
  -- Device time from which on it counts, in seconds.
  since double precision not null,
  -- When what no message tells is looked at; none: messages tell it.
  look_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index notification_rules_account on notification_rules (account_id);
create index notification_rules_look on notification_rules (look_at) where look_at is not null;
create table notification_rule_units (
  rule_id uuid not null references notification_rules on delete cascade,
  unit_id bigint not null references units on delete cascade,
  primary key (rule_id, unit_id)
);
create index notification_rule_units_unit on notification_rule_units (unit_id);
create table notification_rule_groups (
  rule_id uuid not null references notification_rules on delete cascade,
  group_id uuid not null references groups on delete cascade,
  primary key (rule_id, group_id)
);
create index notification_rule_groups_group on notification_rule_groups (group_id);

-- Ways to a client beside its pages.
create table notification_channels (
  id uuid primary key,
  account_id bigint not null references accounts on delete cascade,
  kind text not null check (kind in ('mail', 'webhook', 'messenger')),
  name text not null,
  -- Of a mail channel.
  address text,
  -- Of the others: whoever knows a messenger's address can write there, so it is sealed, and shown in part.
  url_sealed bytea,
  url_shown text,
  -- With which a webhook is signed.
  secret_sealed bytea,
  lang text,
  is_enabled boolean not null,
  disabled_reason text,
  -- A mail address is used once somebody who reads its mail has said so.
  confirmed_at timestamptz,
  code_sealed bytea,
  code_until timestamptz,
  code_tries integer not null default 0,
  -- Since when nothing has arrived.
  failing_since timestamptz,
  last_failure text,
  last_success_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((kind = 'mail') = (address is not null)),
  check ((kind = 'mail') = (url_sealed is null)),
  check ((kind = 'webhook') = (secret_sealed is not null))
);
create index notification_channels_account on notification_channels (account_id);
create table notification_rule_channels (
  rule_id uuid not null references notification_rules on delete cascade,
  channel_id uuid not null references notification_channels on delete cascade,
  primary key (rule_id, channel_id)
);
create index notification_rule_channels_channel on notification_rule_channels (channel_id);

create table notifications (
  id uuid primary key,
  account_id bigint not null references accounts on delete cascade,
  -- None: a test.
  unit_id bigint references units on delete cascade,
  -- What was told stays when its rule is gone.
  rule_id uuid references notification_rules on delete set null,
  rule_name text not null,
  kind text not null,
  -- Names what happened: one rule tells it once.
  event_key text not null,
  -- The row of unit_events that it was made of; that one may go.
  event_id uuid,
  -- Device times, in seconds: when it happened, and of the message that showed it.
  t double precision not null,
  shown_at double precision not null,
  facts jsonb not null,
  telling text not null,
  created_at timestamptz not null,
  acknowledged_at timestamptz,
  -- Who of the client's users; none: somebody who visited.
  acknowledged_by text,
  -- Data that came later showed otherwise.
  withdrawn_at timestamptz
);
create unique index notifications_event on notifications (rule_id, event_key);
create index notifications_account on notifications (account_id, id);
create index notifications_unread on notifications (account_id) where acknowledged_at is null;
create index notifications_unit on notifications (unit_id);
create index notifications_standing on notifications (created_at) where event_id is not null and withdrawn_at is null;
create index notifications_created on notifications (created_at);

create table notification_deliveries (
  notification_id uuid not null references notifications on delete cascade,
  channel_id uuid not null references notification_channels on delete cascade,
  state text not null check (state in ('waiting', 'posted', 'delivered', 'failed', 'dropped')),
  tries integer not null default 0,
  -- While a worker has it in hand, when that worker counts as dead.
  next_try_at timestamptz,
  lease uuid,
  status integer,
  failure text,
  created_at timestamptz not null,
  last_try_at timestamptz,
  primary key (notification_id, channel_id)
);
create index notification_deliveries_due on notification_deliveries (next_try_at) where next_try_at is not null;
create index notification_deliveries_channel on notification_deliveries (channel_id, last_try_at);

-- Stretches for which the condition of a rule held are spans like visits and alarms.
alter table unit_spans add column rule_id uuid references notification_rules on delete cascade;
alter table unit_spans add column detail jsonb;
alter table unit_spans drop constraint unit_spans_check;
alter table unit_spans add constraint unit_spans_check check (num_nonnulls(geofence_id, alarm, rule_id) = 1);
create index unit_spans_rule on unit_spans (rule_id) where rule_id is not null;

-- What was there before is not told.
alter table unit_events add column is_told boolean not null default true;
alter table unit_events alter column is_told set default false;
create index unit_events_untold on unit_events (id) where not is_told;

-- What came before there was any rule concerns none: it is not read again.
insert into followed_units (follower, unit_id, state)
select 'conditions', unit_id, json_build_object('at', t_max, 'stand', null, 'odd', null, 'ignition', null, 'standings',
  json_build_object())::text
from telemetry where t_max > 0 and exists (select from units where units.id = unit_id);
