-- What a unit measures beyond its parameters: a formula over them, calibrated and smoothed (docs/decisions/0111).
create table unit_sensors (
  id uuid primary key,
  unit_id bigint not null references units on delete cascade,
  name text not null,
  kind text not null check (kind in ('number', 'fuel')),
  measure text not null,
  formula text not null,
  -- The calibration table by rising input, as pairs of numbers.
  pairs jsonb not null,
  outside text not null check (outside in ('clamp', 'extend')),
  smoothing text not null check (smoothing in ('none', 'median', 'average')),
  smoothing_count smallint not null,
  min double precision,
  max double precision,
  decimals smallint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- Rules of notifications name sensors of many units by their names.
create unique index unit_sensors_name on unit_sensors (unit_id, lower(name));

-- What each of them measured in a quarter of an hour, in which days of every time zone can be divided.
create table sensor_quarters (
  sensor_id uuid not null references unit_sensors on delete cascade,
  t bigint not null,
  count integer not null,
  sum double precision not null,
  min double precision not null,
  max double precision not null,
  last double precision not null,
  last_at double precision not null,
  primary key (sensor_id, t)
) with (fillfactor = 70);

-- Settings to create sensors from, mostly for one model of tracker.
create table sensor_templates (
  id uuid primary key,
  account_id bigint not null references accounts on delete cascade,
  -- Null: for any model.
  hw_id integer,
  settings jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index sensor_templates_account on sensor_templates (account_id);
