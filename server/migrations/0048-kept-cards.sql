-- Cards that are kept by their holder's consent, to be charged without them.

-- A dealer's card, for the platform's invoices. What charges it is the processor's own token; the number is never here.
create table kept_cards (
  dealer_id bigint primary key references dealers on delete cascade,
  processor text not null check (processor in ('sandbox', 'stripe')),
  livemode boolean not null,
  token_sealed bytea not null,
  brand text not null,
  last4 text not null,
  month integer not null,
  year integer not null,
  kept_at timestamptz not null
);

alter table invoice_payments
  -- The page keeps the card it is paid with; false again once it is kept.
  add column keeps_card boolean not null default false,
  -- No page: the kept card is charged.
  add column is_charge boolean not null default false;

-- The sandbox's own memory of cards. Of a number only the end is kept.
alter table sandbox_sessions
  add column keeps_card boolean not null default false;
create table sandbox_cards (
  id text primary key,
  merchant text not null,
  session_id text not null unique,
  last4 text not null,
  month integer not null,
  year integer not null,
  -- Why a charge without its holder is declined; null: it is not.
  declines text,
  removed_at timestamptz
);
create table sandbox_charges (
  merchant text not null,
  reference text not null,
  card_id text not null,
  amount bigint not null,
  currency text not null,
  -- One of the two.
  payment text unique,
  declined text,
  created_at timestamptz not null,
  primary key (merchant, reference)
);
