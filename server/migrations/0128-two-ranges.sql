-- What is new of a unit, and far from what already waits, is computed after that, and not with all that lies between
-- (docs/decisions/0160).
alter table followed_units add column next_from double precision, add column next_to double precision;

-- Here and not in the statement that ends the first range: nodes of the version before end it too.
create function take_next_range() returns trigger language plpgsql as $$
begin
  new.dirty_from := new.next_from;
  new.dirty_to := new.next_to;
  new.next_from := null;
  new.next_to := null;
  return new;
end $$;
create trigger next_range before update on followed_units for each row
  when (new.dirty_from is null and new.next_from is not null) execute function take_next_range();
