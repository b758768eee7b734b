-- Which stretches of a unit's messages are new, written in the flush that stores them and taken away by whoever computes
-- from messages. Rows of a unit that is gone are dropped when they are taken.
create table message_changes (
  unit_id bigint not null,
  -- Device times of the first and the last message, in seconds.
  t0 double precision not null,
  t1 double precision not null
);
insert into message_changes (unit_id, t0, t1) select unit_id, 0, t_max from telemetry;

-- How far a unit's trips are computed, and what of it must be looked at (docs/decisions/0045).
create table trip_units (
  unit_id bigint primary key references units on delete cascade,
  -- The state of the segmentation after the last message, as JSON; null: nothing was computed yet.
  state text,
  -- Whoever saves says which one it began with, so that of two who compute the same unit one gives up.
  revision integer not null default 0,
  dirty_from double precision,
  dirty_to double precision
);
create index trip_units_dirty on trip_units (unit_id) where dirty_from is not null;

-- The state before the first message at or after `t`: late data goes back to the one before it.
create table trip_checkpoints (
  unit_id bigint not null references units on delete cascade,
  t bigint not null,
  state text not null,
  primary key (unit_id, t)
);

-- Trips, stops and gaps of a unit, one after the other.
create table trips (
  id uuid primary key,
  unit_id bigint not null references units on delete cascade,
  kind text not null check (kind in ('trip', 'stop', 'gap')),
  -- Device times, in seconds.
  t0 double precision not null,
  t1 double precision not null,
  lat0 double precision not null,
  lon0 double precision not null,
  lat1 double precision not null,
  lon1 double precision not null,
  metres double precision not null,
  moving_seconds double precision not null,
  idle_seconds double precision not null,
  silent_seconds double precision not null,
  engine_seconds double precision not null,
  top_kmh double precision not null,
  points integer not null,
  dropped integer not null,
  began_rule text not null,
  began_seen double precision not null,
  -- Null while it goes on.
  ended_rule text,
  ended_seen double precision,
  -- Device time at which it was closed, or up to which it is known.
  settled double precision not null,
  created_at timestamptz not null,
  -- When late data changed it after it had been closed.
  revised_at timestamptz
);
create index trips_unit on trips (unit_id, t0);

-- A client's own groups of units.
create table groups (
  id uuid primary key,
  account_id bigint not null references accounts on delete cascade,
  name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index groups_name on groups (account_id, lower(name));
create table group_units (
  group_id uuid not null references groups on delete cascade,
  unit_id bigint not null references units on delete cascade,
  primary key (group_id, unit_id)
);
create index group_units_unit on group_units (unit_id);
