-- Links that do not expire: to one invoice, or to everything that a client owes its dealer.
create table payment_links (
  id uuid primary key,
  dealer_id bigint not null references dealers on delete cascade,
  -- No reference: what is owed stays when the account goes.
  account_id bigint not null,
  -- Null: every open invoice of the account.
  invoice_id uuid references client_invoices on delete cascade,
  hash bytea not null unique,
  sealed bytea not null,
  created_at timestamptz not null
);
create unique index payment_links_target on payment_links (dealer_id, account_id, invoice_id) nulls not distinct;

-- A payment page at the processor, open for a day. A link makes a new one whenever it needs one.
create table client_checkouts (
  id uuid primary key,
  dealer_id bigint not null references dealers on delete cascade,
  account_id bigint not null,
  -- Where the page leads back to.
  link_id uuid references payment_links on delete set null,
  processor text not null check (processor in ('sandbox', 'stripe')),
  processor_key_id uuid references processor_keys on delete set null,
  session_id text,
  status text not null check (status in ('preparing', 'abandoned', 'open', 'expired', 'complete')),
  amount_total bigint not null check (amount_total > 0),
  currency text not null,
  livemode boolean not null,
  url text,
  payment_id text,
  email text,
  lang text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  is_expiry_wanted boolean not null default false,
  next_look_at timestamptz,
  failed_looks integer not null default 0,
  constraint client_checkouts_open check ((status = 'open') = (url is not null)),
  constraint client_checkouts_paid check ((status = 'complete') = (paid_at is not null))
);
create index client_checkouts_due on client_checkouts (next_look_at) where next_look_at is not null;
-- One payment settles one page.
create unique index client_checkouts_payment on client_checkouts (processor, payment_id) where payment_id is not null;

-- Which invoices it pays, and how much of each.
create table client_checkout_parts (
  checkout_id uuid not null references client_checkouts on delete cascade,
  invoice_id uuid not null references client_invoices on delete cascade,
  amount bigint not null check (amount > 0),
  -- The id that the payment will have in client_invoice_payments: one part is noted once.
  payment_id uuid not null unique,
  primary key (checkout_id, invoice_id)
);
create index client_checkout_parts_invoice on client_checkout_parts (invoice_id);

-- Whether clients may pay less than the whole on the payment page.
alter table payment_infos add column allows_part_payments boolean not null default false;
