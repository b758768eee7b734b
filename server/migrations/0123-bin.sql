-- Deleted units that can be restored: what a list shows of them, and the rows that went with them. Their messages stay
-- where they are.
create table binned_units (
  unit_id bigint primary key,
  dealer_id bigint not null references dealers on delete cascade,
  account_id bigint not null references accounts on delete cascade,
  app_id uuid not null,
  name text not null,
  ident text not null,
  hw_id integer not null,
  type text,
  deleted_at timestamptz not null,
  actor_kind text not null,
  actor_id text not null,
  -- Then it is removed for good.
  ends_at timestamptz not null
);
create index binned_units_dealer on binned_units (dealer_id, unit_id);
create index binned_units_account on binned_units (account_id);
create index binned_units_end on binned_units (ends_at);

create table binned_rows (
  unit_id bigint not null references binned_units on delete cascade,
  -- Rows to which others refer are put back first.
  place integer not null,
  origin text not null,
  body json not null
);
create index binned_rows_unit on binned_rows (unit_id, place);

-- In its account since then; null: since it was created.
alter table units add column joined_at timestamptz;

-- Units that were in an account more than once, or in several: the times after the first. See former_units.
create table former_stays (
  unit_id bigint not null,
  account_id bigint not null references accounts on delete cascade,
  joined_at timestamptz not null,
  removed_at timestamptz not null,
  last_active timestamptz,
  primary key (unit_id, joined_at)
);
create index former_stays_account on former_stays (account_id, removed_at);
