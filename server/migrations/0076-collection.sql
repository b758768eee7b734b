-- small tables: client_checkouts

-- Whether a dealer's invoices are charged to the cards that its clients keep, and how long before they are due.
create table collection_settings (
  dealer_id bigint primary key references dealers on delete cascade,
  is_on boolean not null,
  days_before integer not null check (days_before between 0 and 30)
);

-- What a client has agreed to: that this dealer charges its card. The row stays when the consent goes, because staff may
-- have turned collection off for the client.
create table mandates (
  dealer_id bigint not null references dealers on delete cascade,
  account_id bigint not null references accounts on delete cascade,
  -- Null: nothing is agreed, or it was withdrawn.
  agreed_at timestamptz,
  -- The day of that in the dealer's zone: what falls due from then on is charged.
  agreed_on date,
  -- Word for word.
  agreed_text text,
  -- The user of the account who agreed.
  agreed_by uuid,
  -- Turned off by the dealer's staff.
  is_stopped boolean not null default false,
  -- When to see next what is to be charged; null: nothing waits.
  next_look_at timestamptz,
  -- When the client is told that the card ends; null: it was, or there is none.
  warn_at timestamptz,
  primary key (dealer_id, account_id),
  constraint mandates_agreed check ((agreed_at is null) = (agreed_text is null) and (agreed_at is null) = (agreed_on is null))
);
create index mandates_due on mandates (next_look_at) where next_look_at is not null;
create index mandates_warn on mandates (warn_at) where warn_at is not null;
create index mandates_account on mandates (account_id);

-- The card of a mandate, at the dealer's processor: as a dealer's own in kept_cards.
create table mandate_cards (
  dealer_id bigint not null references dealers on delete cascade,
  account_id bigint not null references accounts on delete cascade,
  processor text not null check (processor in ('sandbox', 'stripe')),
  livemode boolean not null,
  token_sealed bytea not null,
  brand text not null,
  last4 text not null,
  month integer not null,
  year integer not null,
  kept_at timestamptz not null,
  primary key (dealer_id, account_id)
);
create index mandate_cards_account on mandate_cards (account_id);

-- An attempt to charge what is open of an invoice. Its id is the idempotency key at the processor.
create table collection_charges (
  id uuid primary key,
  dealer_id bigint not null references dealers on delete cascade,
  -- No reference: what was charged stays when the account goes.
  account_id bigint not null,
  invoice_id uuid not null references client_invoices on delete cascade,
  amount bigint not null check (amount > 0),
  currency text not null,
  processor text not null check (processor in ('sandbox', 'stripe')),
  processor_key_id uuid references processor_keys on delete set null,
  livemode boolean not null,
  -- Null once it has ended.
  token_sealed bytea,
  brand text not null,
  last4 text not null,
  status text not null check (status in ('open', 'paid', 'failed', 'cancelled')),
  -- Why it failed, for people; the words are the processor's.
  failure text,
  -- The card's holder has to confirm it, which is done on a payment page.
  needs_holder boolean not null default false,
  -- The id of the payment that it becomes: noting one twice is impossible.
  payment_id uuid not null unique,
  -- The processor's id of the payment.
  processor_payment text,
  -- When the processor was asked last; null: never, so nothing was charged.
  asked_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  next_look_at timestamptz,
  failed_looks integer not null default 0,
  constraint collection_charges_open check ((status = 'open') = (ended_at is null) and (status = 'open') = (token_sealed is not null)),
  constraint collection_charges_paid check ((status = 'paid') = (processor_payment is not null))
);
-- Two at a time would charge an invoice twice.
create unique index collection_charges_one on collection_charges (invoice_id) where status = 'open';
create index collection_charges_invoice on collection_charges (invoice_id, created_at);
create index collection_charges_account on collection_charges (account_id, created_at);
create index collection_charges_due on collection_charges (next_look_at) where next_look_at is not null;
create unique index collection_charges_payment on collection_charges (processor, processor_payment)
  where processor_payment is not null;

-- A page whose card is to be kept: what was agreed to, until the card is kept.
alter table client_checkouts
  add column agreed_text text,
  add column agreed_by uuid;
create index client_checkouts_agreed on client_checkouts (paid_at) where agreed_text is not null and status = 'complete';
