create table units (
  id bigint primary key,
  dealer_id bigint not null references dealers on delete cascade,
  account_id bigint not null references accounts on delete cascade,
  app_id uuid not null,
  name text not null,
  ident text not null unique,
  description text not null,
  hw_id integer not null,
  password_sealed bytea,
  tls boolean not null default false,
  last_active timestamptz,
  messages_ttl integer not null default 31536000,
  messages_rotate integer not null default 0,
  extra_data jsonb not null default '[]',
  tokens jsonb not null default '{}',
  b_type text,
  completed boolean,
  ready boolean,
  type text check (type in ('gateway', 'sensor', 'asset')),
  gw_type text,
  technology text,
  device_link bigint,
  linked_devices bigint[] not null default '{}',
  message_params jsonb not null default '[]',
  category text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index units_dealer on units (dealer_id, id);
create index units_account on units (account_id, id);

-- How many places of a quota are taken. A counter, because counting under a lock would make
-- every creation in an account wait for the others' commits; one conditional update decides the last place.
create table unit_usage (
  account_id bigint not null references accounts on delete cascade,
  app_id uuid not null,
  used integer not null check (used >= 0),
  primary key (account_id, app_id)
);

-- No foreign key leaves the message tables, and the unit is in every key, so that they can be distributed by unit.
create table messages (
  unit_id bigint not null,
  timestamp double precision not null,
  body json not null
);
create index messages_unit on messages (unit_id, timestamp);

create table telemetry (
  unit_id bigint primary key,
  parameters jsonb not null
);
