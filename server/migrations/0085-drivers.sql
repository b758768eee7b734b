-- People who drive an account's units, and how one knows who drove.
create table drivers (
  id uuid primary key,
  account_id bigint not null references accounts on delete cascade,
  -- The driver's own login, if there is one.
  user_id uuid references users on delete set null,
  name text not null,
  phone text,
  email text,
  licence_number text,
  licence_expires_on date,
  notes text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index drivers_account on drivers (account_id);
create unique index drivers_user on drivers (account_id, user_id) where user_id is not null;

-- What a driver shows to a tracker, from when to when, by device time in seconds.
create table driver_keys (
  id uuid primary key,
  account_id bigint not null references accounts on delete cascade,
  driver_id uuid not null references drivers on delete cascade,
  kind text not null,
  -- As a person wrote it, and as it is compared.
  code text not null,
  plain_code text not null,
  t0 double precision not null,
  t1 double precision,
  created_at timestamptz not null,
  constraint driver_keys_time check (t1 > t0)
);
create index driver_keys_code on driver_keys (account_id, plain_code);
create index driver_keys_driver on driver_keys (driver_id);

-- Said by a person: this driver has this unit.
create table driver_assignments (
  id uuid primary key,
  account_id bigint not null references accounts on delete cascade,
  driver_id uuid not null references drivers on delete cascade,
  unit_id bigint not null references units on delete cascade,
  t0 double precision not null,
  t1 double precision,
  created_at timestamptz not null,
  constraint driver_assignments_time check (t1 > t0)
);
create index driver_assignments_account on driver_assignments (account_id);
create index driver_assignments_unit on driver_assignments (unit_id, t0);
create index driver_assignments_driver on driver_assignments (driver_id);

-- Planned: every week on these days (1 is Monday) between these minutes of the day.
create table driver_shifts (
  id uuid primary key,
  account_id bigint not null references accounts on delete cascade,
  driver_id uuid not null references drivers on delete cascade,
  unit_id bigint not null references units on delete cascade,
  weekdays smallint[] not null,
  start_minute smallint not null check (start_minute between 0 and 1439),
  -- Not after the start: it ends the next day.
  end_minute smallint not null check (end_minute between 0 and 1439),
  zone text not null,
  t0 double precision not null,
  t1 double precision,
  created_at timestamptz not null,
  constraint driver_shifts_time check (t1 > t0)
);
create index driver_shifts_account on driver_shifts (account_id);
create index driver_shifts_unit on driver_shifts (unit_id);
create index driver_shifts_driver on driver_shifts (driver_id);

-- What messages say about driving: which key was shown, and harsh or too fast driving.
create table driving_spans (
  unit_id bigint not null references units on delete cascade,
  kind text not null,
  t0 double precision not null,
  t1 double precision not null,
  -- Of a key.
  code text,
  -- Of the others: where it was, or where it was worst.
  lat double precision,
  lon double precision,
  kmh double precision,
  limit_kmh double precision,
  is_posted boolean,
  street text,
  -- Device time at which it was known to be over; null: it may go on.
  settled double precision,
  primary key (unit_id, kind, t0)
);
create index driving_spans_end on driving_spans (unit_id, t1);
create index driving_spans_code on driving_spans (code, unit_id) where code is not null;
