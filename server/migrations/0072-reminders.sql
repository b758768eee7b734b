-- How a dealer reminds clients of invoices. There is no row until it is set.
create table reminder_settings (
  dealer_id bigint primary key references dealers on delete cascade,
  is_active boolean not null,
  is_quiet_on_weekends boolean not null,
  -- In the dealer's time zone.
  hour integer not null check (hour between 0 and 23),
  -- Of the fees; null: there are none.
  currency text,
  steps jsonb not null,
  -- Steps whose day was before are not made up for.
  since date not null
);

-- What holds for one client instead.
create table client_reminder_terms (
  account_id bigint primary key references accounts on delete cascade,
  kind text not null check (kind in ('usual', 'own', 'none')),
  -- Null unless they are its own.
  steps jsonb,
  since date not null,
  -- The first day on which reminders go again.
  paused_until date,
  constraint client_reminder_terms_steps check ((kind = 'own') = (steps is not null))
);

-- When to look at an open invoice next. Without a row nothing is to be sent.
create table reminder_plans (
  invoice_id uuid primary key references client_invoices on delete cascade,
  look_at timestamptz not null
);
create index reminder_plans_due on reminder_plans (look_at);

-- What was sent: a step once for each invoice.
create table client_reminders (
  invoice_id uuid not null references client_invoices on delete cascade,
  -- Of the step: after the due date, or before it if below zero.
  days integer not null,
  sent_at timestamptz not null,
  -- What was open.
  amount bigint not null,
  -- False: the client has no email address.
  is_mailed boolean not null,
  -- The invoice over the fee.
  fee_invoice_id uuid references client_invoices on delete set null,
  primary key (invoice_id, days)
);
create unique index client_reminders_fee on client_reminders (fee_invoice_id) where fee_invoice_id is not null;
