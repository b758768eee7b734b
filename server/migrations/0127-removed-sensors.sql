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
-- Nodes of the version before need no reference: they write values of a unit whose row they hold, together with the state of its
-- computation, which a deletion takes away first.
alter table sensor_quarters drop constraint sensor_quarters_sensor_id_fkey;
