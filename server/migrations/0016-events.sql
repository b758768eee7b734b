-- What happened, for the dealer's own programs. Each row is written in the transaction of its cause.
create table events (
  seq bigint generated always as identity primary key,
  dealer_id bigint not null references dealers on delete cascade,
  -- The dealer's own count without gaps, given after the commit: transactions do not end in the order in which they
  -- wrote, so `seq` would let a reader pass over what was not yet visible (docs/decisions/0031). Null: not yet counted.
  number bigint,
  -- No foreign key: what happened to an account is told even when the account is gone.
  account_id bigint,
  -- For this endpoint alone.
  webhook_id uuid,
  type text not null,
  at timestamptz not null,
  data jsonb not null
);
create unique index events_number on events (dealer_id, number) where number is not null;
create index events_account on events (dealer_id, (coalesce(account_id, 0)), number) where number is not null;
create index events_uncounted on events (dealer_id, seq) where number is null;
create index events_age on events using brin (at);

create table event_counts (
  dealer_id bigint primary key references dealers on delete cascade,
  last bigint not null
);

create table webhooks (
  id uuid primary key,
  dealer_id bigint not null references dealers on delete cascade,
  url text not null,
  description text not null,
  -- Null: every type there is, and those to come.
  types text[],
  enabled boolean not null,
  disabled_reason text,
  secret_sealed bytea not null,
  -- The secret before the last rotation signs beside the new one until this time.
  previous_secret_sealed bytea,
  previous_until timestamptz,
  -- Which request rotated it, so that the same request is answered with the same secret.
  rotation_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index webhooks_dealer on webhooks (dealer_id, id);

-- An account's events go to an endpoint one after the other. A lane is there while one waits, and says which is next.
create table webhook_lanes (
  webhook_id uuid not null references webhooks on delete cascade,
  -- 0: events that concern no account.
  account_id bigint not null,
  head bigint not null,
  tries integer not null default 0,
  -- While a worker has the lane in hand, the time at which it counts as dead.
  next_try_at timestamptz not null,
  -- Whoever has the lane in hand; a result with another lease comes too late and changes nothing.
  lease uuid,
  replayed_at timestamptz,
  primary key (webhook_id, account_id)
);
create index webhook_lanes_of_endpoint on webhook_lanes (webhook_id, next_try_at);
create index webhook_lanes_due on webhook_lanes (next_try_at);

-- The log: how the delivery of an event to an endpoint went, or goes.
create table webhook_deliveries (
  webhook_id uuid not null references webhooks on delete cascade,
  event_number bigint not null,
  state text not null check (state in ('retrying', 'delivered', 'failed')),
  tries integer not null,
  -- The answer's HTTP status; null: there was none.
  status smallint,
  failure text,
  duration_ms integer not null,
  first_try_at timestamptz not null,
  last_try_at timestamptz not null,
  next_try_at timestamptz,
  primary key (webhook_id, event_number)
);
create index webhook_deliveries_age on webhook_deliveries using brin (last_try_at);

-- When a unit is to be looked at next, so that nothing has to be done at each message and nobody looks at all units.
create table unit_watch (
  unit_id bigint primary key references units on delete cascade,
  heard_at timestamptz,
  check_at timestamptz,
  -- It is silent since then, and that was told.
  silent_since timestamptz
);
create index unit_watch_unheard on unit_watch (unit_id) where heard_at is null;
create index unit_watch_due on unit_watch (check_at) where check_at is not null;

insert into unit_watch (unit_id, heard_at, check_at)
select units.id, telemetry.last_active, telemetry.last_active + interval '1 day'
from units left join telemetry on telemetry.unit_id = units.id;
