-- How the logbook of a unit is kept from a moment on. A change adds a row, so what was driven before stays what it was.
create table logbook_settings (
  id uuid primary key,
  account_id bigint not null references accounts on delete cascade,
  unit_id bigint not null references units on delete cascade,
  -- From then on it counts, by device time in seconds.
  t0 double precision not null,
  is_on boolean not null,
  -- Of days, months and working hours.
  zone text not null,
  -- Of trips that begin outside working hours, or of all without them.
  other_kind text not null check (other_kind in ('business', 'private', 'commute')),
  -- Of trips that begin in working hours; null: there are none.
  hours_kind text check (hours_kind in ('business', 'private', 'commute')),
  weekdays smallint[] not null,
  start_minute smallint check (start_minute between 0 and 1439),
  -- Not after the start: it ends the next day.
  end_minute smallint check (end_minute between 0 and 1439),
  -- Whose private trips they are when no driver with a login is known.
  keeper_id uuid references users on delete set null,
  created_at timestamptz not null,
  constraint logbook_settings_hours check ((hours_kind is null) = (start_minute is null) and (hours_kind is null) = (end_minute is null))
);
create unique index logbook_settings_unit on logbook_settings (unit_id, t0);
create index logbook_settings_account on logbook_settings (account_id);
create index logbook_settings_keeper on logbook_settings (keeper_id) where keeper_id is not null;

-- What a person said about a trip, for the time that the trip had then: late data may move or split it.
create table logbook_marks (
  id uuid primary key,
  account_id bigint not null references accounts on delete cascade,
  unit_id bigint not null references units on delete cascade,
  t0 double precision not null,
  t1 double precision not null,
  kind text check (kind in ('business', 'private', 'commute')),
  purpose text,
  partner text,
  updated_at timestamptz not null,
  constraint logbook_marks_time check (t1 > t0)
);
create index logbook_marks_unit on logbook_marks (unit_id, t0);
create index logbook_marks_account on logbook_marks (account_id);

-- Every change of what was said: who, when, and the value before.
create table logbook_changes (
  id uuid primary key,
  account_id bigint not null references accounts on delete cascade,
  unit_id bigint not null references units on delete cascade,
  -- The trip's.
  t0 double precision not null,
  t1 double precision not null,
  field text not null check (field in ('kind', 'purpose', 'partner')),
  before text,
  after text,
  at timestamptz not null,
  user_id uuid references users on delete set null,
  user_name text not null
);
create index logbook_changes_unit on logbook_changes (unit_id, t0);
create index logbook_changes_account on logbook_changes (account_id);
create index logbook_changes_user on logbook_changes (user_id) where user_id is not null;

-- A closed month: nothing changes it any more.
create table logbook_months (
  id uuid primary key,
  account_id bigint not null references accounts on delete cascade,
  unit_id bigint not null references units on delete cascade,
  -- Like 2026-10.
  month text not null,
  zone text not null,
  t0 double precision not null,
  t1 double precision not null,
  closed_at timestamptz not null,
  closed_by uuid references users on delete set null,
  closed_by_name text not null,
  -- The entries as they were.
  entries jsonb not null,
  constraint logbook_months_time check (t1 > t0)
);
create unique index logbook_months_unit on logbook_months (unit_id, month);
create index logbook_months_account on logbook_months (account_id);
create index logbook_months_closer on logbook_months (closed_by) where closed_by is not null;

-- When what a unit reports is nobody's business but its driver's: from the begin of a private trip to the begin of the next
-- trip. Computed from trips, settings and marks.
create table private_stretches (
  unit_id bigint not null references units on delete cascade,
  t0 double precision not null,
  -- Null: no trip began since.
  t1 double precision,
  driver_id uuid references drivers on delete set null,
  keeper_id uuid references users on delete set null,
  primary key (unit_id, t0)
);
create index private_stretches_driver on private_stretches (driver_id) where driver_id is not null;
create index private_stretches_keeper on private_stretches (keeper_id) where keeper_id is not null;
