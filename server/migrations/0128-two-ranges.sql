-- What is new of a unit, and far from what already waits, is computed after that, and not with all that lies between (docs/decisions/0160).
alter table followed_units add column next_from double precision, add column next_to double precision;
