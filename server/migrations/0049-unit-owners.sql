-- Which node writes for a unit (docs/decisions/0072). A node is one running process; it renews its row, and one that has
-- not for two minutes is deleted by the others.
create table nodes (
  id bigint generated always as identity primary key,
  seen_at timestamptz not null default now(),
  -- How many times units were taken from it.
  losses bigint not null default 0
) with (fillfactor = 50);

create table unit_owners (
  unit_id bigint primary key,
  node_id bigint not null
) with (fillfactor = 80);

-- Units that were taken from a node, until it has noticed.
create table unit_losses (
  node_id bigint not null references nodes on delete cascade,
  n bigint not null,
  unit_id bigint not null,
  primary key (node_id, n, unit_id)
);

-- Makes a node the owner of units. Waits for what their former owners are storing at this moment: afterwards all of it
-- can be read, and nothing follows.
create function claim_units(claimant bigint, claimed bigint[]) returns void language plpgsql as $$
declare
  former record;
  nth bigint;
begin
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

-- Fails the transaction of a node that writes for units it has lost since it last looked. Until the transaction ends,
-- nobody takes a unit from this node.
create function require_units(writer bigint, known bigint, written bigint[]) returns void language plpgsql as $$
begin
  perform from nodes where id = writer for share;
  if not found or exists (
    select from unit_losses where node_id = writer and n > known and unit_id = any(written)) then
    raise exception 'Another node writes for these units now.' using errcode = 'WM001';
  end if;
end $$;
