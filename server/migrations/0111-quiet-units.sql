-- Units that have never connected, and those that have fallen silent, so that the dealer's first page finds them without
-- looking at the others. A unit is in here once at most: who was never heard of cannot fall silent.
create table quiet_units (
  unit_id bigint primary key references units on delete cascade,
  dealer_id bigint not null,
  app_id uuid not null,
  kind text not null check (kind in ('never', 'silent')),
  -- When it was created, or last heard of.
  since timestamptz not null
);
create index quiet_units_dealer on quiet_units (dealer_id, kind, since, unit_id, app_id);

-- How far units that were there before are entered; null: all are.
create table quiet_units_entered (
  is_only boolean primary key default true check (is_only),
  after_unit_id bigint
);
insert into quiet_units_entered (after_unit_id) values (0);

create function enter_added_units() returns trigger language plpgsql as $$
begin
  insert into quiet_units (unit_id, dealer_id, app_id, kind, since)
  select id, dealer_id, app_id, 'never', created_at from added
  where (type is null or type = 'gateway') and not exists (select from unit_heard where unit_id = added.id)
  on conflict (unit_id) do nothing;
  return null;
end $$;

create function move_quiet_unit() returns trigger language plpgsql as $$
begin
  update quiet_units set dealer_id = new.dealer_id, app_id = new.app_id where unit_id = new.id;
  return null;
end $$;

-- Of latest values. The unit is locked, so that it is not entered by others between the question and the end of this
-- transaction; what they have entered before is seen by the statement after.
create function enter_heard_unit() returns trigger language plpgsql as $$
begin
  perform from units where id = case tg_op when 'DELETE' then old.unit_id else new.unit_id end for key share;
  if tg_op = 'DELETE' then
    insert into quiet_units (unit_id, dealer_id, app_id, kind, since)
    select id, dealer_id, app_id, 'never', created_at from units
    where id = old.unit_id and (type is null or type = 'gateway')
    on conflict (unit_id) do update set kind = 'never', since = excluded.since;
  else
    delete from quiet_units where unit_id = new.unit_id;
  end if;
  return null;
end $$;

-- A unit that is noted as silent may be sending just now: then its latest values are locked, and it is not silent. Nobody waits.
create function enter_silent_unit() returns trigger language plpgsql as $$
declare
  heard_at timestamptz;
begin
  if new.silent_since is not null then
    select last_active into heard_at from unit_heard where unit_id = new.unit_id for share skip locked;
  end if;
  if heard_at < new.silent_since + interval '1 millisecond' then
    insert into quiet_units as known (unit_id, dealer_id, app_id, kind, since)
    select id, dealer_id, app_id, 'silent', new.silent_since from units where id = new.unit_id
    on conflict (unit_id) do update set kind = 'silent', since = excluded.since
    where known.kind <> 'silent' or known.since <> excluded.since;
  else
    delete from quiet_units where unit_id = new.unit_id and kind = 'silent';
  end if;
  return null;
end $$;

create trigger units_entered after insert on units
  referencing new table as added for each statement execute function enter_added_units();
create trigger units_quiet_moved after update of dealer_id, app_id on units for each row
  when (old.dealer_id <> new.dealer_id or old.app_id <> new.app_id) execute function move_quiet_unit();
create trigger unit_watch_quiet after update of silent_since on unit_watch for each row
  when (old.silent_since is not null or new.silent_since is not null) execute function enter_silent_unit();

-- On a cluster latest values are distributed, and such a table has no triggers.
do $$
declare
  latest text := case (select relkind from pg_class where oid = 'unit_heard'::regclass)
    when 'v' then 'telemetry' else 'unit_heard' end;
begin
  execute format('create trigger unit_heard_quiet after insert or delete on %I
    for each row execute function enter_heard_unit()', latest);
  -- After at least an hour; before that no unit is silent.
  execute format('create trigger unit_heard_again after update on %I for each row
    when (new.last_active >= old.last_active + interval ''1 hour'') execute function enter_heard_unit()', latest);
end $$;
