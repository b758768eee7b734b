-- What people say about the vehicle that a unit is in.
create table vehicles (
  unit_id bigint primary key references units on delete cascade,
  plate text,
  vin text,
  make text,
  model text,
  year smallint check (year between 1900 and 2100),
  fuel text check (fuel in ('petrol', 'diesel', 'electric', 'hybrid', 'lpg', 'cng', 'hydrogen')),
  icon text check (icon in (
    'car', 'van', 'truck', 'bus', 'trailer', 'motorcycle', 'bicycle', 'tractor', 'excavator', 'boat', 'person', 'box')),
  updated_at timestamptz not null
);

-- A picture of each unit at most; apart, so that lists do not read it.
create table unit_photos (
  unit_id bigint primary key references units on delete cascade,
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  width integer not null,
  height integer not null,
  data bytea not null,
  digest text not null,
  updated_at timestamptz not null
);

-- Insurance, inspection, permits: what a vehicle carries, and until when it is good.
create table vehicle_documents (
  id uuid primary key,
  unit_id bigint not null references units on delete cascade,
  name text not null,
  number text,
  expires_on date,
  note text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index vehicle_documents_unit on vehicle_documents (unit_id);
