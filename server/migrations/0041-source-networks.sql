-- Networks from which trackers may speak; empty: from anywhere. A unit's own list wins over its dealer's
-- (docs/decisions/0059).
alter table units add column source_networks text[] not null default '{}';
alter table companies add column source_networks text[] not null default '{}';
