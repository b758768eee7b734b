-- small tables: payment_infos

-- Who a client is, as its dealer knows it: whom to write to, and what stands on invoices.
create table client_profiles (
  account_id bigint primary key references accounts on delete cascade,
  email text,
  company text,
  contact text,
  phone text,
  address jsonb not null,
  tax_number text,
  -- The client owes the tax itself.
  is_reverse_charge boolean not null,
  lang text,
  notes text,
  tags text[] not null,
  updated_at timestamptz not null
);

-- How a dealer writes invoices to its clients.
alter table payment_infos
  add column time_zone text not null default 'UTC',
  add column invoice_prefix text not null default '',
  add column invoice_terms_days integer not null default 14,
  add column invoice_note text;
