-- Links of one unit: a locator shows where it is, a toolbox helps the installer of its tracker (docs/decisions/0067). The
-- unit's `tokens` name them.
alter table shares add column kind text not null default 'share' check (kind in ('share', 'locator', 'toolbox'));
-- What a dealer made ends when the account becomes its client's.
alter table shares add column by_dealer boolean not null default false;
