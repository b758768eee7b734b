-- Sending mail: who has taken one in hand, and which mails somebody asked for, because those are limited.
alter table mails
  -- In real time, not the test clock's: how long another process takes does not depend on what day it is said to be.
  add column claimed_until timestamptz,
  add column is_asked boolean not null default false;
create index mails_asked on mails (lower("to"), at) where is_asked;
create index mails_asked_dealer on mails (dealer_id, at) where is_asked;

-- What the platform charges a dealer for.

-- A unit that went, or whose account changed its plan, still counts in the month in which it did. Units that are there
-- are counted from the units themselves, so that creating one costs nothing here.
create table departed_units (
  dealer_id bigint not null references dealers on delete cascade,
  unit_id bigint not null,
  provider_plan_id uuid not null references provider_plans,
  active_from timestamptz not null,
  departed_at timestamptz not null,
  -- The first day of the month in which it went, in UTC. Going again in the same month adds nothing.
  month date not null,
  primary key (unit_id, provider_plan_id, month)
);
create index departed_units_dealer on departed_units (dealer_id, month);

-- A dealer's month that was counted, whether or not there was anything to pay: this row is why it is counted once.
create table counted_months (
  dealer_id bigint not null references dealers on delete cascade,
  -- Its first day, in UTC.
  month date not null,
  units integer not null,
  counted_at timestamptz not null,
  primary key (dealer_id, month)
);
-- Nobody was told that the months before this would be charged.
insert into counted_months (dealer_id, month, units, counted_at)
  select id, (date_trunc('month', now() at time zone 'utc') - interval '1 month')::date, 0, now() from dealers
  where created_at < date_trunc('month', now() at time zone 'utc') at time zone 'utc';

-- Numbers without a gap: the row is locked until the invoice is there.
create table invoice_numbers (
  year integer primary key,
  last integer not null
);

create table invoices (
  id uuid primary key,
  dealer_id bigint not null references dealers on delete cascade,
  -- 2026-000001: the year it was made in, and one more than the one before.
  number text not null unique,
  month date not null,
  currency text not null,
  amount_total bigint not null check (amount_total > 0),
  status text not null check (status in ('open', 'paid', 'void')),
  created_at timestamptz not null,
  paid_at timestamptz,
  constraint invoices_month unique (dealer_id, month, currency),
  constraint invoices_paid check ((status = 'paid') = (paid_at is not null))
);

create table invoice_lines (
  invoice_id uuid not null references invoices on delete cascade,
  position integer not null,
  description text not null,
  quantity integer not null check (quantity > 0),
  unit_amount bigint not null check (unit_amount > 0),
  amount_total bigint not null,
  primary key (invoice_id, position),
  constraint invoice_lines_total check (amount_total = quantity * unit_amount)
);

-- The payment pages that were made for an invoice; one at a time is open.
create table invoice_payments (
  -- Ours, and what the processor knows as its reference.
  id uuid primary key,
  invoice_id uuid not null references invoices on delete cascade,
  processor text not null check (processor in ('sandbox', 'stripe')),
  livemode boolean not null,
  -- Null until the processor has answered.
  session_id text,
  url text,
  status text not null check (status in ('open', 'complete', 'expired')),
  payment_id text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the processor is to be asked about it; null: never again.
  next_look_at timestamptz,
  -- One payment settles one invoice.
  constraint invoice_payments_payment unique (processor, payment_id)
);
create unique index invoice_payments_open on invoice_payments (invoice_id) where status = 'open';
create index invoice_payments_due on invoice_payments (next_look_at) where next_look_at is not null;

-- Where the processor sends the platform's events, and what it signs them with. Apart from the dealers' own.
create table platform_endpoints (
  processor text not null check (processor in ('sandbox', 'stripe')),
  -- Which account at the processor; empty for the sandbox.
  account text not null,
  webhook_id text not null,
  secret_sealed bytea not null,
  created_at timestamptz not null,
  primary key (processor, account)
);
