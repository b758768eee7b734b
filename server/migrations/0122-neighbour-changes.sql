-- small tables: notification_rules
-- Units that rules compare others with have reported: what was found for those others is to be found once more.
create table neighbour_changes (
  unit_id bigint not null references units on delete cascade,
  t0 float8 not null,
  t1 float8 not null,
  at timestamptz not null
);
create index neighbour_changes_unit on neighbour_changes (unit_id);

-- Hardly any rule compares units, and this is asked for every unit that reports.
create index notification_rules_comparing on notification_rules (account_id) where jsonb_path_exists(condition, '$.**.metres');
