-- What clients of tags_app make of their tags: labels, buildings with floor plans, and how long things were where
-- (docs/decisions/0052).

-- A word with a colour, put on gateways, sensors and assets.
create table labels (
  id uuid primary key,
  account_id bigint not null references accounts on delete cascade,
  name text not null,
  colour text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index labels_name on labels (account_id, lower(name));
create table label_units (
  label_id uuid not null references labels on delete cascade,
  unit_id bigint not null references units on delete cascade,
  primary key (label_id, unit_id)
);
create index label_units_unit on label_units (unit_id);

create table buildings (
  id uuid primary key,
  account_id bigint not null references accounts on delete cascade,
  name text not null,
  address text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index buildings_name on buildings (account_id, lower(name));
create table floors (
  id uuid primary key,
  building_id uuid not null references buildings on delete cascade,
  name text not null,
  -- 0 is the ground floor; below it there are cellars.
  level integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index floors_name on floors (building_id, lower(name));

-- A picture with nothing in it but the picture.
create table floor_plans (
  floor_id uuid primary key references floors on delete cascade,
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  width integer not null,
  height integer not null,
  digest text not null,
  data bytea not null,
  created_at timestamptz not null
);
-- Compressing what is compressed costs time and saves nothing.
alter table floor_plans alter column data set storage external;

-- Where on a floor a gateway hangs, as fractions of the plan's width and height from its upper left corner.
create table gateway_spots (
  unit_id bigint primary key references units on delete cascade,
  floor_id uuid not null references floors on delete cascade,
  x double precision not null check (x between 0 and 1),
  y double precision not null check (y between 0 and 1),
  room text not null
);
create index gateway_spots_floor on gateway_spots (floor_id);

-- Since when, and until when, an asset had which sensor; in seconds. What was linked before this was noted counts from
-- the asset's first day on.
create table asset_links (
  asset_id bigint not null references units on delete cascade,
  sensor_id bigint not null references units on delete cascade,
  since double precision not null,
  until double precision,
  primary key (asset_id, since)
);
create index asset_links_sensor on asset_links (sensor_id);
insert into asset_links (asset_id, sensor_id, since)
select id, device_link, extract(epoch from created_at) from units where type = 'asset' and device_link is not null;

-- Which gateway had a tag from when to when, by device time in seconds; from its first hearing to its last one, or to the
-- first of the next gateway. A gateway that is gone is still where the tag was.
create table stays (
  unit_id bigint not null references units on delete cascade,
  t0 double precision not null,
  t1 double precision not null,
  gateway_id bigint not null,
  -- Device time at which it was known to be over; null: it may go on.
  settled double precision,
  primary key (unit_id, t0)
);
create index stays_end on stays (unit_id, t1);
