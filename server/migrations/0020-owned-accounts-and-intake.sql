-- Subscriptions that dealers buy, accounts that change their dealer, and tokens of devices that speak MQTT or HTTP.

-- What a month of a plan costs a dealer; null: it is not sold. The operator may change it.
alter table subscription_plans
  add column price double precision check (price > 0),
  add column currency text,
  add constraint subscription_plans_price check ((price is null) = (currency is null));
update subscription_plans set price = case name when 'basic' then 2 else 5 end, currency = 'eur'
  where name in ('basic', 'premium');
-- What ends next.
create index subscriptions_end on subscriptions (expires_at) where active;

-- An invoice for one purchase stands beside those for months, of which a dealer has one for each currency.
alter table invoices
  add column kind text not null default 'month' check (kind in ('month', 'purchase')),
  drop constraint invoices_month;
create unique index invoices_month on invoices (dealer_id, month, currency) where kind = 'month';

-- A subscription that was ordered. It begins when its invoice is paid.
create table purchases (
  invoice_id uuid primary key references invoices on delete cascade,
  dealer_id bigint not null references dealers on delete cascade,
  -- An account can go before its order is paid; what was paid stays on record.
  account_id bigint references accounts on delete set null,
  app_id uuid not null,
  plan text not null,
  months integer not null check (months between 1 and 12),
  -- Of the request that it belongs to, if that had an Idempotency-Key.
  operation_id uuid unique,
  created_at timestamptz not null,
  -- Nobody paid in time. Whoever pays in the very last moment gets it all the same.
  given_up_at timestamptz,
  -- Null until it has begun.
  subscription_id uuid
);
create index purchases_waiting on purchases (created_at) where subscription_id is null;
create index purchases_account on purchases (account_id);

-- Where accounts belong that no dealer has: the platform itself, made when the first one is let go.
alter table dealers add column is_house boolean not null default false;
create unique index dealers_house on dealers (is_house) where is_house;

-- A dealer asks the owner of an account that is not its own to join it. Whether there is such an account is found out
-- later, by a job, so that asking costs the same for every address.
create table invitations (
  id uuid primary key,
  dealer_id bigint not null references dealers on delete cascade,
  email text not null,
  app_id uuid not null,
  status text not null check (status in ('open', 'accepted', 'declined', 'expired')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When it was looked for an account of this address; null: not yet.
  looked_at timestamptz,
  answered_at timestamptz
);
create unique index invitations_open on invitations (dealer_id, lower(email), app_id) where status = 'open';
create index invitations_email on invitations (lower(email)) where status = 'open';
create index invitations_due on invitations (created_at) where looked_at is null and status = 'open';
create index invitations_end on invitations (expires_at) where status in ('open', 'declined');

-- Lets devices of a dealer in that speak MQTT or HTTP, and the network servers of LoRaWAN that speak for theirs.
create table intake_tokens (
  id uuid primary key,
  dealer_id bigint not null references dealers on delete cascade,
  name text not null,
  hash bytea not null unique,
  created_at timestamptz not null
);
create index intake_tokens_dealer on intake_tokens (dealer_id, id);
