-- How far each of those who compute from messages has come with a unit, and what of it must be looked at
-- (docs/decisions/0055). One pair of tables for all of them, in place of one pair each and marks between them.
create table followed_units (
  follower text not null,
  unit_id bigint not null references units on delete cascade,
  -- The state of the fold after the last message, as JSON; null: nothing was computed yet.
  state text,
  -- Whoever saves says which one it began with, so that of two who compute the same unit one gives up.
  revision integer not null default 0,
  -- How often it was marked: what is marked again while it is computed stays marked.
  marks integer not null default 0,
  dirty_from double precision,
  dirty_to double precision,
  primary key (follower, unit_id)
);
create index followed_units_dirty on followed_units (follower, unit_id) where dirty_from is not null;
create index followed_units_unit on followed_units (unit_id);

-- The state before the first message at or after `t`: late data goes back to the one before it.
create table followed_checkpoints (
  follower text not null,
  unit_id bigint not null references units on delete cascade,
  t bigint not null,
  state text not null,
  primary key (unit_id, follower, t)
);

insert into followed_units (follower, unit_id, state, revision, dirty_from, dirty_to)
select 'trips', unit_id, state, revision, dirty_from, dirty_to from trip_units
union all select 'geofences', unit_id, state, revision, dirty_from, dirty_to from span_units;
insert into followed_checkpoints (follower, unit_id, t, state)
select 'trips', unit_id, t, state from trip_checkpoints
union all select 'geofences', unit_id, t, state from span_checkpoints;
insert into followed_units as known (follower, unit_id, dirty_from, dirty_to)
select follower, unit_id, t0, t1 from message_marks join units on units.id = unit_id
on conflict (follower, unit_id) do update set dirty_from = least(known.dirty_from, excluded.dirty_from),
  dirty_to = greatest(known.dirty_to, excluded.dirty_to);
drop table trip_units, trip_checkpoints, span_units, span_checkpoints, message_marks;
