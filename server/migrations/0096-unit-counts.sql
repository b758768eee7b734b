-- How many units a dealer has in each application, and how many of them were ever heard of, so that counting does not read
-- them. Every change of either adds a line, in its own transaction; a job adds the lines up. A count is
-- the sum of both, and always what one would count.
create table unit_counts (
  dealer_id bigint not null references dealers on delete cascade,
  app_id uuid not null,
  units bigint not null,
  heard bigint not null,
  primary key (dealer_id, app_id)
);

create table unit_count_changes (
  dealer_id bigint not null,
  app_id uuid not null,
  units integer not null,
  heard integer not null
);
create index unit_count_changes_dealer on unit_count_changes (dealer_id);

-- Has a row once the units that were there before were counted too.
create table units_counted (
  is_counted boolean primary key check (is_counted),
  at timestamptz not null
);

create function count_added_units() returns trigger language plpgsql as $$
begin
  insert into unit_count_changes (dealer_id, app_id, units, heard)
  select dealer_id, app_id, count(*), count(*) filter (where exists (select from unit_heard where unit_id = added.id))
  from added group by dealer_id, app_id;
  return null;
end $$;

create function count_removed_units() returns trigger language plpgsql as $$
begin
  insert into unit_count_changes (dealer_id, app_id, units, heard)
  select dealer_id, app_id, -count(*), -count(*) filter (where exists (select from unit_heard where unit_id = removed.id))
  from removed group by dealer_id, app_id;
  return null;
end $$;

create function count_moved_unit() returns trigger language plpgsql as $$
declare
  was_heard integer := (select count(*) from unit_heard where unit_id = new.id);
begin
  insert into unit_count_changes (dealer_id, app_id, units, heard)
  values (old.dealer_id, old.app_id, -1, -was_heard), (new.dealer_id, new.app_id, 1, was_heard);
  return null;
end $$;

-- The unit is locked: it must not be removed or moved between this question and the end of the transaction, and whoever does
-- so sees afterwards whether it was heard of.
create function count_heard_unit() returns trigger language plpgsql as $$
begin
  insert into unit_count_changes (dealer_id, app_id, units, heard)
  select dealer_id, app_id, 0, case tg_op when 'INSERT' then 1 else -1 end
  from units where id = case tg_op when 'INSERT' then new.unit_id else old.unit_id end for share;
  return null;
end $$;

create trigger units_added after insert on units
  referencing new table as added for each statement execute function count_added_units();
create trigger units_removed after delete on units
  referencing old table as removed for each statement execute function count_removed_units();
create trigger units_moved after update of dealer_id, app_id on units for each row
  when (old.dealer_id <> new.dealer_id or old.app_id <> new.app_id) execute function count_moved_unit();
create trigger unit_heard_first after insert or delete on telemetry
  for each row execute function count_heard_unit();
