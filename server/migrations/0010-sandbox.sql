-- The sandbox: a card processor inside the installation. This is the processor's side of the matter, so nothing here
-- refers to bills: they know each other by a reference and by session ids only, as with a processor far away.
create table sandbox_sessions (
  -- The authority to pay, as everybody who has the link has it: 128 random bits and more.
  id text primary key,
  -- Who is paid: a dealer's id, or `platform`.
  merchant text not null,
  reference text not null,
  name text not null,
  currency text not null,
  amount_total bigint not null,
  lines jsonb not null,
  metadata jsonb not null,
  email text,
  lang text,
  return_url text not null,
  status text not null default 'open' check (status in ('open', 'complete', 'expired')),
  payment text unique,
  tries integer not null default 0,
  -- SHA-256 of the one-time id of a payment that waits for its holder's word.
  confirmation bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint sandbox_sessions_reference unique (merchant, reference),
  constraint sandbox_sessions_paid check ((status = 'complete') = (payment is not null))
);
create index sandbox_sessions_due on sandbox_sessions (expires_at) where status = 'open';

create table sandbox_endpoints (
  id text primary key,
  merchant text not null,
  url text not null,
  secret_sealed bytea not null,
  created_at timestamptz not null
);
create index sandbox_endpoints_merchant on sandbox_endpoints (merchant);

create table sandbox_events (
  id text primary key,
  merchant text not null,
  -- The very bytes that are signed and sent, however often.
  body text not null,
  tries integer not null default 0,
  -- Null: taken, or given up.
  next_try_at timestamptz,
  created_at timestamptz not null
);
create index sandbox_events_due on sandbox_events (next_try_at) where next_try_at is not null;
create index sandbox_events_created on sandbox_events (created_at);
