-- What a dealer's first page counts of accounts, kept, so that reading it does not read them all. Every change that matters
-- adds a line in its own transaction. A job takes lines, computes the standing of their accounts again and moves the counts.
-- Who reads takes the counts, and computes the accounts with lines itself, so a line that nobody took yet costs time and
-- never truth.
create table account_standings (
  dealer_id bigint not null references dealers on delete cascade,
  account_id bigint not null,
  reg_apps uuid[] not null,
  client_plan_id uuid,
  has_own_offsets boolean not null,
  -- Only its own ones; those of plans may change, and are asked when somebody reads.
  notify_offset smallint,
  block_offset smallint,
  -- Reached: the day to block it has passed, and it is not blocked.
  state text not null check (state in ('waiting', 'blocked', 'open', 'reached')),
  -- Of an account that waits for its activation when it was created, of others when a payment is expected.
  at timestamptz,
  -- The hour of it: in between hours that are asked about, accounts count as one number.
  hour timestamptz,
  -- A block that a person scheduled.
  block_at timestamptz,
  -- The last bill that was paid.
  currency text,
  amount bigint,
  primary key (dealer_id, account_id)
);
create index account_standings_hour on account_standings (dealer_id, hour);
create index account_standings_scheduled on account_standings (dealer_id) where block_at is not null;

create table account_counts (
  dealer_id bigint not null references dealers on delete cascade,
  -- Of the columns up to the currency.
  key uuid not null,
  reg_apps uuid[] not null,
  client_plan_id uuid,
  has_own_offsets boolean not null,
  notify_offset smallint,
  block_offset smallint,
  state text not null,
  hour timestamptz,
  currency text,
  accounts bigint not null,
  amount bigint not null,
  primary key (dealer_id, key)
);

create table account_count_changes (
  dealer_id bigint not null,
  account_id bigint not null
);
create index account_count_changes_dealer on account_count_changes (dealer_id, account_id);

-- Dealers whose accounts were all counted once. Who counts for a dealer locks its row.
create table dealers_counted (
  dealer_id bigint primary key references dealers on delete cascade,
  at timestamptz
);

create function note_added_accounts() returns trigger language plpgsql as $$
begin
  insert into account_count_changes (dealer_id, account_id) select dealer_id, id from added;
  return null;
end $$;

-- Nothing of an account stays when it is deleted, so its standing is taken out of the counts at once. Who counts for its dealer
-- is waited for; a dealer that nobody has counted for has a row from now on, so that nobody begins meanwhile.
create function uncount_removed_accounts() returns trigger language plpgsql set timezone = 'UTC' as $$
begin
  insert into dealers_counted (dealer_id)
  select distinct dealer_id from removed where dealer_id in (select id from dealers) order by dealer_id on conflict do nothing;
  perform from dealers_counted where dealer_id in (select dealer_id from removed) order by dealer_id for update;
  delete from account_count_changes where (dealer_id, account_id) in (select dealer_id, id from removed);
  with gone as (
    delete from account_standings where (dealer_id, account_id) in (select dealer_id, id from removed) returning *)
  insert into account_counts as known (dealer_id, key, reg_apps, client_plan_id, has_own_offsets, notify_offset, block_offset,
    state, hour, currency, accounts, amount)
  select dealer_id,
    md5(row(reg_apps, client_plan_id, has_own_offsets, notify_offset, block_offset, state, hour, currency)::text)::uuid,
    reg_apps, client_plan_id, has_own_offsets, notify_offset, block_offset, state, hour, currency,
    -count(*), -coalesce(sum(amount), 0)
  from gone where block_at is null and dealer_id in (select id from dealers)
  group by dealer_id, reg_apps, client_plan_id, has_own_offsets, notify_offset, block_offset, state, hour, currency
  on conflict (dealer_id, key) do update
  set accounts = known.accounts + excluded.accounts, amount = known.amount + excluded.amount;
  return null;
end $$;

create function note_changed_account() returns trigger language plpgsql as $$
begin
  insert into account_count_changes (dealer_id, account_id)
  select distinct dealer_id, new.id from (values (old.dealer_id), (new.dealer_id)) as both_sides (dealer_id);
  return null;
end $$;

-- Of bills and milestones: for the dealer that has the account. If it is moved meanwhile, who counts passes the line on.
create function note_account_of_row() returns trigger language plpgsql as $$
begin
  insert into account_count_changes (dealer_id, account_id)
  select dealer_id, id from accounts where id = case tg_op when 'DELETE' then old.account_id else new.account_id end;
  return null;
end $$;

create trigger accounts_added after insert on accounts
  referencing new table as added for each statement execute function note_added_accounts();
create trigger accounts_removed after delete on accounts
  referencing old table as removed for each statement execute function uncount_removed_accounts();
create trigger accounts_changed after update on accounts for each row when (
  (old.dealer_id, old.reg_apps, old.client_plan_id, old.use_fleet_lifecycle, old.payment_notify_offset, old.block_offset,
    old.ack, old.blocked, old.blocked_at, old.payment_expected_at)
  is distinct from
  (new.dealer_id, new.reg_apps, new.client_plan_id, new.use_fleet_lifecycle, new.payment_notify_offset, new.block_offset,
    new.ack, new.blocked, new.blocked_at, new.payment_expected_at)) execute function note_changed_account();
create trigger bills_paid_first after insert on bills for each row when (new.status = 'complete')
  execute function note_account_of_row();
create trigger bills_paid_later after update on bills for each row when (
  (old.status = 'complete' or new.status = 'complete') and (old.status, old.amount_total, old.currency, old.created_at)
  is distinct from (new.status, new.amount_total, new.currency, new.created_at)) execute function note_account_of_row();
create trigger bills_removed after delete on bills for each row when (old.status = 'complete')
  execute function note_account_of_row();
create trigger milestones_added after insert on milestones for each row when (new.kind = 'block')
  execute function note_account_of_row();
create trigger milestones_removed after delete on milestones for each row when (old.kind = 'block')
  execute function note_account_of_row();

-- Bills that are open, and those that were paid, by the day (UTC). What a bill counts as is in its own row, so lines say it.
create table bill_counts (
  dealer_id bigint not null references dealers on delete cascade,
  app_id uuid not null,
  status text not null,
  currency text not null,
  day date not null,
  bills bigint not null,
  amount bigint not null,
  primary key (dealer_id, status, day, app_id, currency)
);

create table bill_count_changes (
  dealer_id bigint not null,
  app_id uuid not null,
  status text not null,
  currency text not null,
  day date not null,
  bills integer not null,
  amount bigint not null
);
create index bill_count_changes_dealer on bill_count_changes (dealer_id);

create function count_bill() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into bill_count_changes (dealer_id, app_id, status, currency, day, bills, amount)
    select old.dealer_id, old.app_id, old.status, old.currency,
      coalesce((old.paid_at at time zone 'UTC')::date, '-infinity'), -1, -old.amount_total
    where old.status in ('open', 'complete');
  end if;
  if tg_op <> 'DELETE' then
    insert into bill_count_changes (dealer_id, app_id, status, currency, day, bills, amount)
    select new.dealer_id, new.app_id, new.status, new.currency,
      coalesce((new.paid_at at time zone 'UTC')::date, '-infinity'), 1, new.amount_total
    where new.status in ('open', 'complete');
  end if;
  return null;
end $$;

create trigger bills_counted_first after insert on bills for each row when (new.status in ('open', 'complete'))
  execute function count_bill();
create trigger bills_counted after update on bills for each row when (
  (old.dealer_id, old.app_id, old.status, old.currency, old.paid_at, old.amount_total)
  is distinct from (new.dealer_id, new.app_id, new.status, new.currency, new.paid_at, new.amount_total))
  execute function count_bill();
create trigger bills_counted_last after delete on bills for each row when (old.status in ('open', 'complete'))
  execute function count_bill();
