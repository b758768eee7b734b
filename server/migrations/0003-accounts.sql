create table accounts (
  id bigint primary key,
  dealer_id bigint not null references dealers on delete cascade,
  -- Null in owned accounts; the one plan of the one managed application otherwise.
  client_plan_id uuid references client_plans,
  title text not null,
  description text not null,
  type smallint check (type = 10),
  link_app uuid,
  reg_apps uuid[] not null,
  service_apps uuid[] not null default '{}',
  ack timestamptz,
  is_attached boolean not null default false,
  attached_at timestamptz,
  added_at timestamptz not null,
  blocked boolean not null default false,
  -- Who set the block: a payment lifts what automation set, never what a person set.
  blocked_by text check (blocked_by in ('person', 'schedule', 'automation')),
  blocked_at timestamptz,
  payment_expected_at timestamptz,
  payment_notify_offset smallint,
  block_offset smallint,
  use_fleet_lifecycle boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index accounts_dealer on accounts (dealer_id, id);
create index accounts_plan on accounts (client_plan_id);
create index accounts_due on accounts (blocked_at) where blocked_at is not null and not blocked;

create table users (
  id uuid primary key,
  dealer_id bigint not null references dealers on delete cascade,
  account_id bigint not null references accounts on delete cascade,
  name text not null,
  email text,
  description text,
  lang text,
  enabled boolean not null default false,
  login_key_hash text not null,
  password_hash text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index users_name on users (lower(name));
create unique index users_email on users (lower(email));
create index users_account on users (account_id);
create index users_dealer on users (dealer_id, id);

create table subscriptions (
  id uuid primary key,
  account_id bigint not null references accounts on delete cascade,
  app_id uuid not null,
  plan text not null,
  type text not null,
  active boolean not null,
  expires_at timestamptz not null,
  order_id text not null,
  auto_renew boolean not null,
  data jsonb not null default '{}',
  created_at timestamptz not null
);
create index subscriptions_account on subscriptions (account_id);

create table service_tokens (
  id bigint generated always as identity primary key,
  hash bytea not null unique,
  dealer_id bigint not null references dealers on delete cascade,
  account_id bigint not null references accounts on delete cascade,
  user_id uuid not null references users on delete cascade,
  app_id uuid not null,
  prefix text not null check (prefix in ('service', 'service_as_user')),
  access_token_id uuid not null references access_tokens on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index service_tokens_account on service_tokens (account_id);
