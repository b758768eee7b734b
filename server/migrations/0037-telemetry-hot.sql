-- Every flush of a unit counts its small chunks, and the index of units to merge depended on that count: so hardly any update of
-- the latest values was a HOT one, and each wrote into every index and left a dead row for vacuum. Now the index depends on a
-- column that changes twice in 64 flushes.
drop index telemetry_to_merge;
alter table telemetry add column is_to_merge boolean not null generated always as (small_chunks >= 64) stored;
create index telemetry_to_merge on telemetry (unit_id) where is_to_merge;
