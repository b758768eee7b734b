-- What each flush has stored: for every unit in it the device times of its messages and the times of their arrival, so that
-- whoever was cut off from the live stream is told exactly what came meanwhile (docs/decisions/0049). A lane is a writer that
-- commits one flush after the other: within a lane the numbers are in the order of commits, which no number of the database is.
create sequence message_lanes as integer;
create table message_flushes (
  lane integer not null,
  n integer not null,
  stored_at timestamptz not null default now(),
  units bigint[] not null,
  t0 double precision[] not null,
  t1 double precision[] not null,
  s0 double precision[] not null,
  s1 double precision[] not null,
  primary key (lane, n)
);
alter table message_flushes
  alter column units set storage external,
  alter column t0 set storage external,
  alter column t1 set storage external,
  alter column s0 set storage external,
  alter column s1 set storage external;
create index message_flushes_age on message_flushes (stored_at);
