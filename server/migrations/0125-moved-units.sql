-- small tables: binned_units
-- In its account, with its history, since then: what the account computes begins there (docs/decisions/0154). Null: it was
-- never moved.
alter table units add column moved_at timestamptz;

-- The unit that got its paid days, because its tracker moved without the history; null: nobody.
alter table binned_units add column term_unit_id bigint;
create index binned_units_term on binned_units (term_unit_id) where term_unit_id is not null;

-- What deleted sensors measured may be millions of rows, and is deleted in pieces (docs/decisions/0155).
create table removed_sensors (
  sensor_id uuid primary key
);
create function note_removed_sensors() returns trigger language plpgsql as $$
begin
  insert into removed_sensors (sensor_id) select id from removed on conflict do nothing;
  return null;
end $$;
create trigger removed after delete on unit_sensors referencing old table as removed
  for each statement execute function note_removed_sensors();
alter table sensor_quarters drop constraint sensor_quarters_sensor_id_fkey;
