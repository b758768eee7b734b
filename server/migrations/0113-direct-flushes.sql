-- On a cluster, nodes write to the workers directly (docs/decisions/0138). So everything that a flush needs lies where the
-- messages are: `npx waymark cluster init` distributes these tables beside them. On one PostgreSQL they stay empty.

-- The units in parts, by their hash, as the shards were at the beginning. The key is an id whose hash is in the part: rows
-- with it are in the shard of its units.
create table message_parts (
  key bigint primary key,
  hash_from integer not null
);

-- Which node writes for a unit: what nodes, unit_owners and unit_losses are on one PostgreSQL, in each part apart.
create table part_nodes (
  part bigint not null,
  node_id bigint not null,
  losses bigint not null default 0,
  primary key (part, node_id)
) with (fillfactor = 50);

create table part_owners (
  part bigint not null,
  unit_id bigint not null,
  node_id bigint not null,
  primary key (part, unit_id)
) with (fillfactor = 80);

create table part_losses (
  part bigint not null,
  node_id bigint not null,
  n bigint not null,
  unit_id bigint not null,
  primary key (part, node_id, n, unit_id),
  foreign key (part, node_id) references part_nodes on delete cascade
);

-- What a flush has to note on the coordinator: for live streams, projections and lists of units. It is committed with the
-- messages, carried to the coordinator a moment later, and deleted.
create table flush_notes (
  part bigint not null,
  lane integer not null,
  note integer not null,
  stored_at timestamptz not null default now(),
  -- Its place in message_flushes; null: nothing was stored.
  n integer,
  units bigint[] not null,
  t0 double precision[] not null,
  t1 double precision[] not null,
  s0 double precision[] not null,
  s1 double precision[] not null,
  changed_units bigint[] not null,
  changed_t0 double precision[] not null,
  changed_t1 double precision[] not null,
  heard_units bigint[] not null,
  heard_at timestamptz[] not null,
  primary key (part, lane, note)
);

-- As claim_units, in each part apart, so that every statement is about one shard. `entering`: parts in which this node has
-- never claimed. In the others it must still be known: it would be wrong about what it has lost. Returns those who lost
-- units.
create function claim_part_units(claimant bigint, entering bigint[], parts bigint[], claimed bigint[])
returns setof bigint language plpgsql as $$
declare
  own bigint;
  wanted bigint[];
  held bigint;
  former record;
  nth bigint;
begin
  for own in select distinct one from unnest(parts) as part (one) order by one loop
    wanted := array(select unit from unnest(parts, claimed) as claim (one, unit) where one = own order by unit);
    if own = any(entering) then
      insert into part_nodes (part, node_id) values (own, claimant) on conflict do nothing;
    else
      perform from part_nodes where part = own and node_id = claimant;
      if not found then
        raise exception 'This node was taken for dead.' using errcode = 'WM001';
      end if;
    end if;
    select count(*) into held from part_owners where part = own and unit_id = any(wanted) and node_id = claimant;
    continue when held = cardinality(wanted);
    insert into part_owners (part, unit_id, node_id)
    select own, one, claimant from unnest(wanted) as claim (one) order by one
    on conflict do nothing;
    perform from part_owners where part = own and unit_id = any(wanted) order by unit_id for update;
    for former in
      select node_id as id, array_agg(unit_id) as lost from part_owners
      where part = own and unit_id = any(wanted) and node_id <> claimant group by node_id order by node_id
    loop
      update part_nodes set losses = losses + 1 where part = own and node_id = former.id returning losses into nth;
      if found then
        insert into part_losses (part, node_id, n, unit_id)
        select own, former.id, nth, one from unnest(former.lost) as loss (one);
        return next former.id;
      end if;
    end loop;
    update part_owners set node_id = claimant where part = own and unit_id = any(wanted) and node_id <> claimant;
  end loop;
end $$;

-- As require_units. It comes last in its transaction: what was written before keeps the shard where it is, so that the lock
-- is where the next claim looks for it.
create function require_part_units(writer bigint, parts bigint[], known bigint[], written bigint[])
returns void language plpgsql as $$
declare
  own bigint;
  seen bigint;
  counted bigint;
begin
  for own, seen in select one, n from unnest(parts, known) as part (one, n) order by one loop
    select losses into counted from part_nodes where part = own and node_id = writer for share;
    if not found then
      raise exception 'This node was taken for dead.' using errcode = 'WM001';
    end if;
    if counted > seen then
      perform from part_losses where part = own and node_id = writer and n > seen and unit_id = any(written);
      -- Asked second: notes may be deleted at any moment, the oldest first.
      if found or not exists (select from part_losses where part = own and node_id = writer and n = seen + 1) then
        raise exception 'Another node writes for these units now.' using errcode = 'WM001';
      end if;
    end if;
  end loop;
end $$;

-- What a node has lost since it last looked. `total` is null if it was taken for dead; `owner` is who has the unit now.
create function read_part_losses(reader bigint, parts bigint[], known bigint[])
returns table (key bigint, total bigint, lost bigint, owner bigint) language plpgsql as $$
declare
  own bigint;
  seen bigint;
  counted bigint;
begin
  for own, seen in select one, n from unnest(parts, known) as part (one, n) order by one loop
    counted := null;
    select losses into counted from part_nodes where part = own and node_id = reader;
    return query select own, counted, null::bigint, null::bigint;
    if counted > seen then
      return query
        select own, counted, loss.unit_id, holder.node_id from part_losses loss
        left join part_owners holder on holder.part = loss.part and holder.unit_id = loss.unit_id
        where loss.part = own and loss.node_id = reader and loss.n > seen and loss.n <= counted;
    end if;
  end loop;
end $$;

-- As in 0049-unit-owners.sql, for nodes that know of no parts. Where there are parts, their owners are elsewhere: such a node
-- must not write. Reading message_parts locks it until the end, so that parts are written before or after.
create function refuse_parts() returns void language plpgsql as $$
begin
  if exists (select from message_parts) then
    raise exception 'The messages were distributed over a cluster while this node ran. Restart it.' using errcode = 'WM002';
  end if;
end $$;

create or replace function claim_units(claimant bigint, claimed bigint[]) returns void language plpgsql as $$
declare
  former record;
  nth bigint;
begin
  perform refuse_parts();
  if not exists (
    select from unnest(claimed) as claim (id) left join unit_owners on unit_id = claim.id
    where node_id is distinct from claimant) then
    return;
  end if;
  insert into unit_owners (unit_id, node_id)
  select id, claimant from unnest(claimed) as claim (id) order by id
  on conflict do nothing;
  -- Also those that it has: nobody may take one before the end, unnoticed.
  perform from unit_owners where unit_id = any(claimed) order by unit_id for update;
  for former in
    select node_id, array_agg(unit_id) as units from unit_owners
    where unit_id = any(claimed) and node_id <> claimant group by node_id order by node_id
  loop
    update nodes set losses = losses + 1 where id = former.node_id returning losses into nth;
    if found then
      insert into unit_losses (node_id, n, unit_id) select former.node_id, nth, unnest(former.units);
      perform pg_notify('owners', former.node_id::text);
    end if;
  end loop;
  update unit_owners set node_id = claimant where unit_id = any(claimed) and node_id <> claimant;
end $$;

-- Each loss has a note until the node has noticed it. If the first one since the flush began has none, the node noticed
-- during the flush, and nobody knows any more which units were lost.
create or replace function require_units(writer bigint, known bigint, written bigint[]) returns void language plpgsql as $$
declare
  counted bigint;
begin
  perform refuse_parts();
  select losses into counted from nodes where id = writer for share;
  if not found then
    raise exception 'This node was taken for dead.' using errcode = 'WM001';
  end if;
  if counted > known then
    perform from unit_losses where node_id = writer and n > known and unit_id = any(written);
    -- Asked second: notes may be deleted at any moment, the oldest first.
    if found or not exists (select from unit_losses where node_id = writer and n = known + 1) then
      raise exception 'Another node writes for these units now.' using errcode = 'WM001';
    end if;
  end if;
end $$;
