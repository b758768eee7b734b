-- Fields that dealers (for all of their clients) and clients (for themselves) add to vehicles.
create table own_fields (
  id uuid primary key,
  dealer_id bigint references dealers,
  account_id bigint references accounts on delete cascade,
  name text not null,
  type text not null check (type in ('text', 'number', 'date', 'choice', 'yes_no')),
  choices text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((dealer_id is null) <> (account_id is null))
);
create unique index own_fields_dealer on own_fields (dealer_id, lower(name)) where dealer_id is not null;
create unique index own_fields_account on own_fields (account_id, lower(name)) where account_id is not null;

-- As text, in one way of writing for each type.
create table own_field_values (
  unit_id bigint not null references units on delete cascade,
  field_id uuid not null references own_fields on delete cascade,
  value text not null,
  primary key (unit_id, field_id)
);
create index own_field_values_field on own_field_values (field_id);
