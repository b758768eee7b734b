-- small tables: bank_statements, client_prices

-- What the columns of a dealer's CSV statements are, by their names. It stays when a statement is deleted.
create table bank_columns (
  dealer_id bigint not null references dealers on delete cascade,
  -- Of the names of the columns, which may be too long for an index.
  head_digest text not null,
  columns jsonb not null,
  primary key (dealer_id, head_digest)
);
insert into bank_columns (dealer_id, head_digest, columns)
select distinct on (dealer_id, head) dealer_id, md5(array_to_json(head)::text), columns
from bank_statements where head is not null and columns is not null
order by dealer_id, head, id desc;

-- Which add-ons of an account ran when we looked last. What is gone at the next look has ended.
create table booked_add_ons (
  account_id bigint primary key references accounts on delete cascade,
  add_ons jsonb not null,
  -- The next day on which another agreement begins; null: none is to come.
  check_at timestamptz
);
create index booked_add_ons_check on booked_add_ons (check_at) where check_at is not null;
insert into booked_add_ons (account_id, add_ons, check_at)
select accounts.id,
  coalesce((
    select add_ons from client_prices where client_prices.account_id = accounts.id
      and valid_from <= (now() at time zone payment_infos.time_zone)::date
    order by valid_from desc limit 1), '[]'),
  now()
from accounts join payment_infos on payment_infos.dealer_id = accounts.dealer_id
where exists (select from client_prices where client_prices.account_id = accounts.id);
