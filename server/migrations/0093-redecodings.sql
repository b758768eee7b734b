-- A unit's kept frames are decoded again, asked for by its dealer. At most one for each unit: the last.
create table redecodings (
  unit_id bigint primary key references units on delete cascade,
  asked_at timestamptz not null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed')),
  -- Frames that came until this moment are done, in seconds.
  done_until double precision not null default 0,
  frames integer not null default 0,
  unreadable integer not null default 0,
  changed integer not null default 0,
  added integer not null default 0,
  removed integer not null default 0,
  -- Device times of the first and the last message that has changed.
  t0 double precision,
  t1 double precision,
  finished_at timestamptz
);
create index redecodings_waiting on redecodings (asked_at) where state in ('waiting', 'running');
