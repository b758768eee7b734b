-- small tables: binned_units
-- In its account, with its history, since then: what the account computes begins there (docs/decisions/0154). Null: it was
-- never moved.
alter table units add column moved_at timestamptz;

-- The unit that got its paid days, because its tracker moved without the history; null: nobody.
alter table binned_units add column term_unit_id bigint;
create index binned_units_term on binned_units (term_unit_id) where term_unit_id is not null;
