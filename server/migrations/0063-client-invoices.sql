-- What clients used, as far as it is gone. What is there is read from units and accounts, so creating a unit costs nothing.
create table former_units (
  unit_id bigint primary key,
  account_id bigint not null references accounts on delete cascade,
  created_at timestamptz not null,
  removed_at timestamptz not null,
  last_active timestamptz
);
create index former_units_account on former_units (account_id, removed_at);

create table former_plans (
  account_id bigint not null references accounts on delete cascade,
  client_plan_id uuid not null,
  left_at timestamptz not null,
  primary key (account_id, left_at)
);

-- A stretch of days of an account that is over. They follow each other without a gap; this row is why one is invoiced once.
create table client_periods (
  account_id bigint not null references accounts on delete cascade,
  starts date not null,
  -- Not in it any more.
  ends date not null,
  -- The price of so many months is for so many days: those between the due date before and this one.
  months integer not null,
  days integer not null check (days > 0),
  due_at timestamptz not null,
  -- Null until it was charged, whether or not there was anything to pay.
  charged_at timestamptz,
  primary key (account_id, starts),
  unique (account_id, ends),
  check (starts < ends)
);
create index client_periods_waiting on client_periods (due_at, account_id) where charged_at is null;

-- Numbers without a gap: the row is locked until the invoice is open.
create table client_invoice_numbers (
  dealer_id bigint not null references dealers on delete cascade,
  year integer not null,
  last integer not null,
  primary key (dealer_id, year)
);

create table client_invoices (
  id uuid primary key,
  dealer_id bigint not null references dealers on delete cascade,
  -- No reference: an invoice stays when its account goes.
  account_id bigint not null,
  kind text not null check (kind in ('period', 'manual', 'credit')),
  -- The invoice that a credit note takes back.
  credits uuid references client_invoices,
  status text not null check (status in ('draft', 'open', 'paid', 'void')),
  -- Null until it is open; from then on nothing of it changes but what was paid and credited.
  number text,
  year integer,
  sequence integer,
  issued_on date,
  due_on date,
  starts date,
  ends date,
  currency text not null,
  seller jsonb,
  buyer jsonb,
  is_reverse_charge boolean not null,
  note text,
  net_total bigint not null,
  tax_total bigint not null,
  total bigint not null,
  credited_total bigint not null default 0,
  paid_total bigint not null default 0,
  created_at timestamptz not null,
  paid_at timestamptz,
  constraint client_invoices_number unique (dealer_id, year, sequence),
  constraint client_invoices_sum check (total = net_total + tax_total),
  constraint client_invoices_open check ((status = 'draft') = (number is null)),
  constraint client_invoices_kind check ((kind = 'credit') = (credits is not null) and (kind = 'period') = (starts is not null))
);
-- An erased account is 0, and there may be many.
create unique index client_invoices_period on client_invoices (account_id, starts, currency) where account_id <> 0;
create index client_invoices_dealer on client_invoices (dealer_id, id);
create index client_invoices_account on client_invoices (account_id, id);
create index client_invoices_unpaid on client_invoices (dealer_id, due_on) where status = 'open';
create index client_invoices_credits on client_invoices (credits) where credits is not null;

create table client_invoice_lines (
  invoice_id uuid not null references client_invoices on delete cascade,
  position integer not null,
  description text not null,
  -- The days that it is for; null: bought once.
  starts date,
  ends date,
  unit_amount bigint not null,
  quantity bigint not null check (quantity > 0),
  -- The price is for so many months, and they have so many days.
  months integer not null check (months > 0),
  days integer not null check (days > 0),
  discount_rate integer not null,
  tax_rate integer not null,
  subtotal bigint not null,
  discount bigint not null,
  net bigint not null,
  tax bigint not null,
  total bigint not null,
  -- The line of the invoice that a credit note takes back.
  credits integer,
  primary key (invoice_id, position),
  constraint client_invoice_lines_sum check (net = subtotal - discount and total = net + tax)
);

-- Several payments may settle one invoice.
create table client_invoice_payments (
  id uuid primary key,
  invoice_id uuid not null references client_invoices on delete cascade,
  paid_on date not null,
  way text not null check (way in ('transfer', 'cash', 'card', 'voucher', 'other')),
  amount bigint not null check (amount > 0),
  comment text,
  created_at timestamptz not null,
  removed_at timestamptz
);
create index client_invoice_payments_invoice on client_invoice_payments (invoice_id);
