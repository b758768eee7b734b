-- Money that a client has with its dealer: paid twice, too much or in advance. Its invoices take from it.
create table client_credits (
  dealer_id bigint not null references dealers on delete cascade,
  -- No reference: it is still owed when the account goes.
  account_id bigint not null,
  currency text not null,
  -- The sum of its entries; this row is locked while one is written.
  amount bigint not null check (amount >= 0),
  primary key (dealer_id, account_id, currency)
);

create table client_credit_entries (
  id uuid primary key,
  dealer_id bigint not null references dealers on delete cascade,
  account_id bigint not null,
  currency text not null,
  kind text not null check (kind in ('overpayment', 'deposit', 'used', 'payout')),
  -- Below zero where it went.
  amount bigint not null check (amount <> 0),
  booked_on date not null,
  way text,
  -- The payment of an invoice that it was used for.
  payment_id uuid,
  -- The line of a statement that it came with.
  bank_line_id uuid,
  comment text,
  created_at timestamptz not null,
  removed_at timestamptz,
  constraint client_credit_entries_sign check ((amount < 0) = (kind in ('used', 'payout')))
);
create index client_credit_entries_account on client_credit_entries (dealer_id, account_id, booked_on);
create index client_credit_entries_payment on client_credit_entries (payment_id) where payment_id is not null;
create index client_credit_entries_line on client_credit_entries (bank_line_id) where bank_line_id is not null;

create table bank_statements (
  id uuid primary key,
  dealer_id bigint not null references dealers on delete cascade,
  name text not null,
  format text not null check (format in ('csv', 'camt053', 'mt940')),
  -- Of a CSV file: the names of its columns, and what each was taken for. The next file with these names is read alike.
  head text[],
  columns jsonb,
  line_count integer not null,
  new_count integer not null,
  left_out integer not null,
  created_at timestamptz not null
);
create index bank_statements_dealer on bank_statements (dealer_id, id);

-- Each line once, however many files have it.
create table bank_lines (
  id uuid primary key,
  dealer_id bigint not null references dealers on delete cascade,
  statement_id uuid not null references bank_statements on delete cascade,
  fingerprint text not null,
  booked_on date not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  payer text,
  iban text,
  text text not null,
  bank_reference text,
  state text not null check (state in ('open', 'matched', 'ignored')),
  -- Whose it is, once it is matched; null if it is several clients'.
  account_id bigint,
  is_automatic boolean not null default false,
  matched_at timestamptz,
  constraint bank_lines_fingerprint unique (dealer_id, fingerprint),
  constraint bank_lines_matched check ((state = 'matched') = (matched_at is not null))
);
create index bank_lines_dealer on bank_lines (dealer_id, id);
create index bank_lines_statement on bank_lines (statement_id);
create index bank_lines_account on bank_lines (account_id) where account_id is not null;
create index bank_lines_iban on bank_lines (dealer_id, iban) where state = 'matched' and account_id is not null;

alter table client_invoice_payments
  add column bank_line_id uuid,
  drop constraint client_invoice_payments_way_check,
  add constraint client_invoice_payments_way_check
    check (way in ('transfer', 'cash', 'card', 'voucher', 'credit', 'other')) not valid;
