-- One row holds the messages of one unit from one flush, or some two hundred after merging: a message costs a tenth of
-- a row of its own, and ten thousand are read from fifty places instead of ten thousand (docs/decisions/0018).
-- No foreign key leaves these tables and the unit is in every key, so that they can be distributed by unit.
drop table messages;
drop table telemetry;

create table message_chunks (
  unit_id bigint not null,
  -- Device times of the first and the last message, in seconds.
  t0 double precision not null,
  t1 double precision not null,
  seq bigint generated always as identity,
  count integer not null,
  -- Length of the message texts, which is what a plan's storage counts.
  bytes integer not null,
  is_packed boolean not null,
  data bytea not null,
  primary key (unit_id, t1, seq)
);
-- The data is packed by us where it pays; a second attempt would only cost time.
alter table message_chunks alter column data set storage external;

-- The frames as they came, for looking at a unit's traffic and for decoding it again. A message finds its frame by
-- its `server.timestamp`, which no two frames of a unit share.
create table frame_chunks (
  unit_id bigint not null,
  received0 timestamptz not null,
  received1 timestamptz not null,
  seq bigint generated always as identity,
  data bytea not null,
  primary key (unit_id, received1, seq)
);
alter table frame_chunks alter column data set storage external;
create index frame_chunks_age on frame_chunks using brin (received1);

-- The latest value of each parameter, and what retention needs to know of a unit without reading its chunks.
create table telemetry (
  unit_id bigint primary key,
  parameters jsonb not null,
  -- Newest device time that is in `parameters`; chunks beyond it were written just before a crash.
  t_max double precision not null,
  last_active timestamptz not null,
  stored_count bigint not null,
  stored_bytes bigint not null,
  small_chunks integer not null
) with (fillfactor = 50);
create index telemetry_to_merge on telemetry (unit_id) where small_chunks >= 64;

-- Messages that PostgreSQL would not take, each alone, so that one broken message never costs its neighbours.
create table quarantine (
  id bigint generated always as identity primary key,
  unit_id bigint not null,
  at timestamptz not null,
  reason text not null,
  frame bytea not null
);

-- Trackers that spoke and that no unit is registered for.
create table lobby (
  id uuid primary key,
  ident text not null,
  protocol text not null,
  address text not null,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  tries bigint not null,
  frames bytea[] not null,
  preview jsonb not null,
  unique (ident, protocol)
);
create index lobby_last_seen on lobby (last_seen);

alter table units drop column last_active;
