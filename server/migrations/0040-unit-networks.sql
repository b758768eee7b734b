-- Where a unit's tracker speaks from. Commands go only where it is known to be (docs/decisions/0059).
create table unit_networks (
  unit_id bigint primary key references units on delete cascade,
  -- A /24 of IPv4 or a /64 of IPv6.
  network text not null,
  since timestamptz not null,
  -- Another network that speaks for the unit, until it is the only one for long enough or the known one speaks again.
  candidate text,
  candidate_since timestamptz,
  -- A live connection was taken over from another address: nobody is told anything until then.
  held_until timestamptz,
  check ((candidate is null) = (candidate_since is null))
);
