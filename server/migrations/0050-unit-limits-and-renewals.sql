-- How much one unit may have of something, as the plan of its account says; null: the plan sets no limit.
alter table client_plans
  add column unit_extra_fields integer check (unit_extra_fields >= 0),
  add column unit_notify_settings integer check (unit_notify_settings >= 0);
alter table subscription_plans
  add column unit_extra_fields integer check (unit_extra_fields >= 0),
  add column unit_notify_settings integer check (unit_notify_settings >= 0);

-- A client's card, for what renews itself: as a dealer's in kept_cards.
create table client_cards (
  account_id bigint primary key references accounts on delete cascade,
  processor text not null check (processor in ('sandbox', 'stripe')),
  livemode boolean not null,
  token_sealed bytea not null,
  brand text not null,
  last4 text not null,
  month integer not null,
  year integer not null,
  kept_at timestamptz not null
);

-- Whose card is kept or charged; null: the dealer's.
alter table invoice_payments add column account_id bigint references accounts on delete set null;
create index invoice_payments_account on invoice_payments (account_id) where account_id is not null;

alter table purchases
  -- What was bought is to renew itself.
  add column auto_renew boolean not null default false,
  -- The subscription that this is a renewal of.
  add column renews uuid references subscriptions on delete set null;
create index purchases_renews on purchases (renews) where renews is not null;

-- When the card is charged next; null: it is not.
alter table subscriptions add column renew_at timestamptz;
create index subscriptions_renew on subscriptions (renew_at) where renew_at is not null;
