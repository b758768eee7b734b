-- Who is notified next while nobody has seen a notification (docs/decisions/0129).
alter table notification_rules add column escalation jsonb not null default '[]';

create table notification_escalations (
  notification_id uuid not null references notifications on delete cascade,
  -- The first is 1.
  step integer not null,
  minutes integer not null,
  channel_ids jsonb not null,
  -- Stopped: somebody had seen it, or it was withdrawn. Skipped: no channel was left.
  state text not null check (state in ('waiting', 'sent', 'stopped', 'skipped')),
  due_at timestamptz not null,
  ended_at timestamptz,
  primary key (notification_id, step)
);
create index notification_escalations_due on notification_escalations (due_at) where state = 'waiting';
