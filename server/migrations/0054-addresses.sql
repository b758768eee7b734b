-- Addresses of where units have been (docs/decisions/0082). A row is first wanted, then filled in. Places are in
-- hundred-thousandths of a degree, about a metre: the same place has the same address, however its messages came.
create table addresses (
  unit_id bigint not null references units on delete cascade,
  -- Where the unit is now, one per unit. The others are places of trips, stops and events.
  is_latest boolean not null,
  lat integer not null,
  lon integer not null,
  -- Device time in seconds. It goes with the messages of that time.
  t double precision not null,
  -- What it was looked up in; empty: it was not yet.
  version text not null default '',
  -- Null: there is no address for this place.
  address jsonb,
  primary key (unit_id, is_latest, lat, lon)
);
create unique index addresses_latest on addresses (unit_id) where is_latest;
create index addresses_version on addresses (version, unit_id);
