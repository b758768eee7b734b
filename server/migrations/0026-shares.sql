-- Links with which somebody without a login sees where units are, until a date (docs/decisions/0047).
create table shares (
  id uuid primary key,
  account_id bigint not null references accounts on delete cascade,
  -- Of the secret in the link, for whoever brings it.
  hash bytea not null unique,
  -- The secret itself, sealed, for its owner, who copies the link again.
  sealed bytea not null,
  title text,
  until timestamptz not null,
  show_trail boolean not null,
  opened integer not null default 0,
  last_opened_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index shares_account on shares (account_id, id);
create index shares_until on shares (until);

-- A unit is known by its place in the link: nobody who looks learns its id.
create table share_units (
  share_id uuid not null references shares on delete cascade,
  place integer not null,
  unit_id bigint not null references units on delete cascade,
  primary key (share_id, place)
);
create unique index share_units_unit on share_units (unit_id, share_id);
