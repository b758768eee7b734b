-- What rules do besides notifying, and what became of it (docs/decisions/0128).
alter table notification_rules add column actions jsonb not null default '[]';

create table notification_actions (
  notification_id uuid not null references notifications on delete cascade,
  -- In the order of the rule.
  place integer not null,
  -- As the rule had it then.
  action jsonb not null,
  state text not null check (state in ('waiting', 'done', 'failed', 'skipped')),
  -- Why it failed or was skipped.
  reason text,
  -- The command, the link, the group or the channel.
  result jsonb,
  -- What a link opens with: it is sent, and shown nowhere.
  link_sealed bytea,
  -- After this it is not run any more.
  due_by timestamptz not null,
  ended_at timestamptz,
  primary key (notification_id, place)
);
create index notification_actions_waiting on notification_actions (due_by) where state = 'waiting';

-- Until which device time a rule has acted on something of a unit: late data that moves an event must not repeat it.
create table notification_action_marks (
  rule_id uuid not null references notification_rules on delete cascade,
  unit_id bigint not null references units on delete cascade,
  what text not null,
  until double precision not null,
  primary key (rule_id, unit_id, what)
);
create index notification_action_marks_unit on notification_action_marks (unit_id);
