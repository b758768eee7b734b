-- small tables: client_invoice_payments, client_credit_entries
-- They are as old as the first version that has invoices to clients, which is not released before this.

-- Whose money it is, so that a dealer's income of a year is one walk through an index. Null: written by a node of the
-- version before. The names are long because queries of that version join this table with its invoices.
alter table client_invoice_payments
  add column income_dealer_id bigint,
  add column income_currency text;
update client_invoice_payments set income_dealer_id = dealer_id, income_currency = currency
  from client_invoices where client_invoices.id = invoice_id;
create index client_invoice_payments_income on client_invoice_payments (income_dealer_id, paid_on)
  include (income_currency, amount) where removed_at is null and way <> 'credit';
create index client_invoice_payments_unknown on client_invoice_payments (invoice_id) where income_dealer_id is null;
create index client_credit_entries_income on client_credit_entries (dealer_id, booked_on) include (currency, amount)
  where removed_at is null and kind <> 'used';

-- Clients and units that a dealer had, without a name: how many there were on a day is counted from those that are there
-- and those that are here.
create table departures (
  id uuid primary key,
  dealer_id bigint not null references dealers on delete cascade,
  kind text not null check (kind in ('client', 'unit')),
  -- When it came to this dealer; of a client, when it was activated.
  joined_at timestamptz not null,
  left_at timestamptz not null
);
create index departures_dealer on departures (dealer_id, kind, left_at) include (joined_at);
