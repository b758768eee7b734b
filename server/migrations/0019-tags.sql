-- Tags: sensors that gateways hear, and assets that are where their sensor is (docs/decisions/0037).

-- An application has a quota for each kind of unit.
alter table unit_usage
  add column quota text not null default 'unit',
  drop constraint unit_usage_pkey,
  add primary key (account_id, app_id, quota);
update unit_usage set quota = 'gateway' where app_id = 'de7f31b0-c485-4bf3-b48b-994bd333e7f2';
update units set technology = 'mobile' where type = 'gateway';

-- What connects to us is known by its ident across the platform. A tag says its ident to whoever is near, so gateways of
-- several accounts may hear it, and each account has a unit of its own for it.
alter table units drop constraint units_ident_key;
create unique index units_ident_key on units (ident) where type is null or type = 'gateway';
create unique index units_tag_ident_key on units (account_id, type, ident) where type in ('sensor', 'asset');
create index units_device_link on units (device_link) where device_link is not null;

-- Sensors that were deleted, and do not come back by being heard.
create table unwanted_tags (
  account_id bigint not null references accounts on delete cascade,
  ident text not null,
  primary key (account_id, ident)
);

-- Gateways that stand still at a place somebody knows, and need no receiver to tell it.
create table anchors (
  unit_id bigint primary key references units on delete cascade,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180)
);
