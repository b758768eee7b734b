-- What the platform offers dealers (provider plans, service plans) and clients (subscription plans).
create table provider_plans (
  id uuid primary key,
  app_id uuid not null,
  name text not null,
  status text not null check (status in ('active', 'archived', 'new', 'expired', 'deprecated')),
  type text not null check (type in ('managed', 'trial')),
  description text,
  price double precision not null,
  currency text not null,
  period text not null,
  limits jsonb not null,
  modules text[] not null,
  position integer not null,
  time_begin timestamptz not null
);

create table service_plans (
  id uuid primary key,
  app_id uuid not null,
  name text not null,
  status text not null check (status in ('active', 'expired')),
  description text,
  price double precision not null,
  currency text not null,
  period text not null,
  features jsonb not null,
  time_begin timestamptz not null,
  time_end timestamptz
);

create table subscription_plans (
  app_id uuid not null,
  name text not null,
  subscriptions text[] not null,
  platforms text[] not null,
  subscr_types text[] not null,
  data jsonb not null,
  position integer not null,
  primary key (app_id, name)
);

-- What a dealer offers its clients.
create table client_plans (
  id uuid primary key,
  dealer_id bigint not null references dealers on delete cascade,
  app_id uuid not null,
  provider_plan_id uuid not null references provider_plans,
  name text not null,
  description text,
  quotas jsonb not null,
  modules text[] not null,
  -- Null until automation was set for the first time; then its period may still be null: no automation.
  lifecycle jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index client_plans_dealer on client_plans (dealer_id, id);
