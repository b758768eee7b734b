-- What trackers are told to do. A command is marked as sent, for good, before its bytes leave: whatever dies in between,
-- none is sent twice (docs/decisions/0036).
create table commands (
  id uuid primary key,
  -- The order in which they were given: ids of one millisecond have none.
  seq bigint generated always as identity unique,
  unit_id bigint not null references units on delete cascade,
  -- Goes out with it, and comes back with the answer where the protocol has a place for it.
  number integer not null check (number between 1 and 65535),
  kind text not null,
  text text,
  params jsonb not null,
  client_ref text,
  state text not null check (state in ('queued', 'sent', 'acknowledged', 'failed', 'expired', 'cancelled')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  sent_at timestamptz,
  -- Until when an answer is waited for; null: its tracker gives none.
  answer_by timestamptz,
  ended_at timestamptz,
  answer text,
  failure text
);
create index commands_unit on commands (unit_id, id);
create index commands_open on commands (unit_id, seq) where state in ('queued', 'sent');
create index commands_queued on commands (expires_at) where state = 'queued';
create index commands_awaited on commands (answer_by) where state = 'sent' and answer_by is not null;
create index commands_age on commands (created_at);
