-- What a dealer's clients see of it beside its card: on their pages, and as the sender of mails.
create table brands (
  dealer_id bigint primary key references dealers on delete cascade,
  -- A data URL of at most 64 KiB, judged before it is stored.
  logo text,
  colour text,
  sender_name text,
  updated_at timestamptz not null
);
-- In whose name a mail goes out, as it was when the mail was written; null: the installation's own.
alter table mails add column sender_name text;

-- The last requests of each dealer's programs. Written in batches a moment after they were answered, and only the last
-- thousand are kept: it is for looking at, not for counting. Neither bodies nor queries are in it.
create table api_requests (
  id bigint generated always as identity primary key,
  dealer_id bigint not null references dealers on delete cascade,
  at timestamptz not null,
  method text not null,
  path text not null,
  status smallint not null,
  duration_ms real not null,
  request_id text not null,
  -- Who called: an access token or a person of the dealer's team. No reference: it may be gone.
  actor_kind text not null,
  actor_id text not null
);
create index api_requests_dealer on api_requests (dealer_id, id);

-- What a unit's tracker did with its connections, the last hundred things of each unit.
create table unit_connections (
  id bigint generated always as identity primary key,
  unit_id bigint not null references units on delete cascade,
  at timestamptz not null,
  event text not null check (event in ('login', 'refused', 'closed')),
  -- When the connection began; null where there is none, as with datagrams.
  connected_at timestamptz,
  peer text not null,
  protocol text not null,
  tls boolean not null,
  reason text
);
create index unit_connections_unit on unit_connections (unit_id, id);

-- What a dealer is shown first: counted through these, however many accounts and units it has.
create index accounts_payment_expected on accounts (dealer_id, payment_expected_at) where payment_expected_at is not null;
create index bills_paid on bills (dealer_id, paid_at) include (app_id, currency, amount_total) where status = 'complete';
create index bills_last_paid on bills (account_id, created_at, id) include (currency, amount_total) where status = 'complete';
create index bills_open on bills (dealer_id) where status = 'open';
create index units_dealer_app on units (dealer_id, app_id, id);
create index unit_watch_silent on unit_watch (unit_id) where silent_since is not null;
create index webhook_deliveries_failed on webhook_deliveries (webhook_id, last_try_at) where state = 'failed';
create index mails_failed on mails (dealer_id, at) where state = 'failed';
