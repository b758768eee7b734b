-- What sensors were heard before is computed too (docs/decisions/0052).
insert into followed_units (follower, unit_id, dirty_from, dirty_to)
select 'stays', unit_id, 0, t_max from telemetry join units on units.id = unit_id where units.type = 'sensor';
