-- The domain under which a dealer's clients find their pages. Two dealers may name the same one; only one can be verified.
create table domains (
  dealer_id bigint primary key references dealers on delete cascade,
  -- In lower case, as names in DNS are compared.
  host text not null,
  -- What the dealer puts into DNS: only who owns the domain can.
  code text not null,
  created_at timestamptz not null,
  verified_at timestamptz,
  checked_at timestamptz,
  -- The sentence that says what is missing; null: nothing was at the last check.
  failure text,
  -- Since when the checks of a verified domain have failed.
  failing_since timestamptz,
  next_look_at timestamptz not null
);
create unique index domains_verified on domains (host) where verified_at is not null;
create index domains_next_look on domains (next_look_at);

-- What clients see of a dealer under its own domain: the name of the application, its icon and links.
alter table brands
  add column app_name text,
  -- A data URL of a square PNG; null: made from the logo.
  add column icon text,
  add column imprint_url text,
  add column privacy_url text,
  add column terms_url text,
  add column help_url text;
