-- What the clocks said, so that whatever ends or is deleted because time has passed can tell a jump (docs/decisions/0057).
alter table clock
  -- The database's time when all clocks agreed last.
  add column seen_at timestamptz,
  -- Why they do not agree, and when that was found last.
  add column doubt text,
  add column doubted_at timestamptz;

-- Jobs that fail, for as long as they do.
create table job_troubles (
  job text primary key,
  -- In a row, all of the same kind.
  failures integer not null,
  kind text not null,
  since timestamptz not null,
  failed_at timestamptz not null
);

-- What is old is deleted in pieces, which an index in the order of time finds without reading what is gone already. Frames
-- are found unit by unit, by their key.
drop index frame_chunks_age;
drop index webhook_deliveries_age;
create index webhook_deliveries_age on webhook_deliveries (last_try_at);

-- Since when a unit waits for a follower.
alter table followed_units add column dirty_since timestamptz;
update followed_units set dirty_since = now() where dirty_from is not null;
