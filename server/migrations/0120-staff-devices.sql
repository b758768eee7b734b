-- Phones and computers on which people of a dealer's team are notified.
create table staff_devices (
  id uuid primary key,
  dealer_id bigint not null references dealers on delete cascade,
  person_id uuid not null references staff on delete cascade,
  name text not null,
  subscription_sealed bytea not null,
  topics text[] not null,
  -- The number of the last event of the dealer that was looked at for it.
  seen bigint not null,
  next_try_at timestamptz not null,
  lease uuid,
  tries integer not null default 0,
  last_failure text,
  last_success_at timestamptz,
  created_at timestamptz not null
);
create index staff_devices_dealer on staff_devices (dealer_id);
create index staff_devices_person on staff_devices (person_id);
