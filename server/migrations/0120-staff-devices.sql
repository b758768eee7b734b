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

-- What ends all sessions of a person ends these too: a device that a thief of a session added must not stay.
create function forget_staff_devices() returns trigger language plpgsql as $$
begin
  delete from staff_devices where person_id = new.id;
  return null;
end $$;
create trigger forget_devices after update of password_hash, role on staff for each row
  when (old.password_hash is distinct from new.password_hash or old.role is distinct from new.role)
  execute function forget_staff_devices();
