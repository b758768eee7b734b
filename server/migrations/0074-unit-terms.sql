-- The days for which a unit is paid. A unit without a row has no term, and nothing ends for it.
create table unit_terms (
  unit_id bigint primary key references units on delete cascade,
  account_id bigint not null references accounts on delete cascade,
  dealer_id bigint not null references dealers on delete cascade,
  -- The last day that is paid.
  paid_until date not null,
  -- The day of the month on which renewals begin: after a short month they come back to it.
  anchor integer not null check (anchor between 1 and 31),
  due_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null check (state in ('active', 'due', 'expired')),
  -- When its state changes next; null: it doesn't.
  check_at timestamptz,
  updated_at timestamptz not null
);
create index unit_terms_check on unit_terms (check_at, account_id) where check_at is not null;
-- Read with every session of a client.
create index unit_terms_expired on unit_terms (account_id) where state = 'expired';
create index unit_terms_account on unit_terms (account_id, unit_id);
create index unit_terms_dealer on unit_terms (dealer_id, expires_at);

-- How a unit was, or will be, renewed.
create table unit_renewals (
  id uuid primary key,
  unit_id bigint not null references units on delete cascade,
  -- Null: paid another way. A draft that is deleted takes its renewals with it.
  invoice_id uuid references client_invoices on delete cascade,
  -- One of both: so many months, or until this day.
  months integer check (months > 0),
  until date,
  due_days integer not null,
  extends_on text not null check (extends_on in ('payment', 'issue')),
  created_at timestamptz not null,
  -- Null while its invoice is not paid; then the days that came of it.
  applied_at timestamptz,
  paid_from date,
  paid_until date,
  check ((months is null) <> (until is null)),
  check ((applied_at is null) = (paid_until is null))
);
create unique index unit_renewals_waiting on unit_renewals (unit_id) where applied_at is null;
create index unit_renewals_unit on unit_renewals (unit_id, id);
create index unit_renewals_invoice on unit_renewals (invoice_id) where invoice_id is not null;
