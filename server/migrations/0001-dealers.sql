create table dealers (
  id bigint primary key,
  name text not null,
  created_at timestamptz not null
);

create table access_tokens (
  id uuid primary key,
  dealer_id bigint not null references dealers on delete cascade,
  -- SHA-256 of 256 random bits: no slow hash is needed, and the token itself is kept nowhere.
  hash bytea not null unique,
  name text not null,
  dialect text not null check (dialect in ('provider', 'partner')),
  level text not null check (level in ('full', 'read')),
  may_read_secrets boolean not null default false,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index access_tokens_dealer on access_tokens (dealer_id);

create table companies (
  dealer_id bigint primary key references dealers on delete cascade,
  name text not null,
  address text,
  latitude double precision,
  longitude double precision,
  country_code text,
  marketing_info jsonb not null,
  -- Whether the card as it stands was accepted; `pending` is a change that waits for the operator.
  approved boolean not null default false,
  pending jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table payment_infos (
  dealer_id bigint primary key references dealers on delete cascade,
  verified boolean not null default false,
  agreement boolean not null default false,
  name text,
  email text,
  vat text,
  reg_number text,
  address jsonb not null,
  auto_send_invoice boolean not null default false,
  auto_charge boolean not null default false,
  calculated_at timestamptz,
  invoiced_at timestamptz,
  data jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
