-- What clients pay for. A price holds from a day on, until the next one does; what has begun is never rewritten.
create table plan_prices (
  id uuid primary key,
  dealer_id bigint not null references dealers on delete cascade,
  -- No reference: a plan may be deleted while days on it are still to be invoiced.
  client_plan_id uuid not null,
  valid_from date not null,
  -- Currency, rates of tax and discount, free days, and what costs how much.
  list jsonb not null,
  created_at timestamptz not null,
  unique (client_plan_id, valid_from)
);

-- What was agreed with one client. Without a list of its own, it is the plan's that holds.
create table client_prices (
  id uuid primary key,
  dealer_id bigint not null references dealers on delete cascade,
  account_id bigint not null references accounts on delete cascade,
  valid_from date not null,
  list jsonb,
  -- Instead of the discount of the list; null: that of the list.
  discount_rate integer,
  add_ons jsonb not null,
  created_at timestamptz not null,
  unique (account_id, valid_from)
);
