-- small tables: purchases, subscriptions

-- How much one unit may have of something, as the plan of its account says; null: the plan sets no limit.
alter table client_plans
  add column unit_extra_fields integer,
  add column unit_notify_settings integer;
alter table subscription_plans
  add column unit_extra_fields integer,
  add column unit_notify_settings integer;

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

alter table purchases
  -- What was bought is to renew itself.
  add column auto_renew boolean not null default false,
  -- The subscription that this is a renewal of.
  add column renews uuid;
create index purchases_renews on purchases (renews) where renews is not null;

-- When the card is charged next; null: it is not.
alter table subscriptions add column renew_at timestamptz;
create index subscriptions_renew on subscriptions (renew_at) where renew_at is not null;
