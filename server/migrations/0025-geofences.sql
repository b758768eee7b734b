-- What is new of a unit, for each of those who compute from messages. The first of them to take a row of message_changes
-- leaves it here for the others.
create table message_marks (
  follower text not null,
  unit_id bigint not null,
  t0 double precision not null,
  t1 double precision not null,
  primary key (follower, unit_id)
);
insert into message_marks (follower, unit_id, t0, t1) select 'geofences', unit_id, 0, t_max from telemetry;

-- Places that a client has drawn (docs/decisions/0046).
create table geofences (
  id uuid primary key,
  account_id bigint not null references accounts on delete cascade,
  name text not null,
  colour text not null,
  shape jsonb not null,
  -- A stay, or an absence, that is shorter is none.
  min_seconds integer not null,
  -- Device time from which on it counts, in seconds.
  since double precision not null,
  -- False: for the units and the groups below only, also when there are none.
  is_for_all boolean not null,
  -- Which units the groups had when visits were last computed.
  groups_seen text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index geofences_account on geofences (account_id);
create index geofences_some on geofences (id) where not is_for_all;
create table geofence_units (
  geofence_id uuid not null references geofences on delete cascade,
  unit_id bigint not null references units on delete cascade,
  primary key (geofence_id, unit_id)
);
create index geofence_units_unit on geofence_units (unit_id);
create table geofence_groups (
  geofence_id uuid not null references geofences on delete cascade,
  group_id uuid not null references groups on delete cascade,
  primary key (geofence_id, group_id)
);
create index geofence_groups_group on geofence_groups (group_id);

-- How far a unit's visits and alarms are computed, and what of it must be looked at; as for trips.
create table span_units (
  unit_id bigint primary key references units on delete cascade,
  state text,
  revision integer not null default 0,
  dirty_from double precision,
  dirty_to double precision
);
create index span_units_dirty on span_units (unit_id) where dirty_from is not null;
create table span_checkpoints (
  unit_id bigint not null references units on delete cascade,
  t bigint not null,
  state text not null,
  primary key (unit_id, t)
);

-- Visits of geofences, and alarms with how long they were repeated.
create table unit_spans (
  id uuid primary key,
  unit_id bigint not null references units on delete cascade,
  geofence_id uuid references geofences on delete cascade,
  alarm text,
  -- Device times, in seconds. No end: the unit is inside.
  t0 double precision not null,
  t1 double precision,
  lat0 double precision,
  lon0 double precision,
  lat1 double precision,
  lon1 double precision,
  -- Times of the positions between which the border was crossed; none before: it was inside when first looked at.
  before0 double precision,
  after0 double precision not null,
  before1 double precision,
  after1 double precision,
  -- How often an alarm was reported.
  count integer not null,
  -- Device time at which it was known to be over.
  settled double precision,
  created_at timestamptz not null,
  revised_at timestamptz,
  check ((geofence_id is null) <> (alarm is null))
);
create index unit_spans_settled on unit_spans (unit_id, settled);
create index unit_spans_unit on unit_spans (unit_id, t0) where geofence_id is not null;
create index unit_spans_geofence on unit_spans (geofence_id, t0) where geofence_id is not null;

-- What clients are told: an alarm, or that a unit came or left. One for each span and kind, whatever is sent again.
create table unit_events (
  id uuid primary key,
  span_id uuid not null references unit_spans on delete cascade,
  account_id bigint not null references accounts on delete cascade,
  unit_id bigint not null references units on delete cascade,
  kind text not null,
  t double precision not null,
  created_at timestamptz not null,
  acknowledged_at timestamptz,
  -- Who of the client's users; none: somebody who visited.
  acknowledged_by text
);
create unique index unit_events_span on unit_events (span_id, kind);
create index unit_events_account on unit_events (account_id, t, id);
create index unit_events_unit on unit_events (unit_id, t, id);
