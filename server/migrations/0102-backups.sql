-- Backups that the server has made, also those that failed. What is in their place is the truth about which still exist.
create table backups (
  name text primary key,
  place text not null,
  -- Under the retention of automatic backups.
  is_automatic boolean not null,
  state text not null check (state in ('running', 'done', 'failed', 'stopped')),
  started_at timestamptz not null,
  -- By the clock of the database. Whoever makes it says now and then that it still does.
  alive_at timestamptz not null,
  finished_at timestamptz,
  -- Read back from its place, every byte of it.
  verified_at timestamptz,
  -- Older ones that are not to be kept were deleted after it.
  pruned_at timestamptz,
  gone_at timestamptz,
  bytes bigint,
  table_count integer,
  row_count bigint,
  is_encrypted boolean not null,
  failure text
);
-- One at a time, whatever node or command makes it.
create unique index backups_running on backups ((true)) where state = 'running';
create index backups_started on backups (started_at);

-- Automatic backups that were restored into a database of their own, to see that they work.
create table restore_tests (
  id bigint generated always as identity primary key,
  backup text not null,
  place text not null,
  state text not null check (state in ('running', 'done', 'failed', 'stopped')),
  started_at timestamptz not null,
  alive_at timestamptz not null,
  finished_at timestamptz,
  report jsonb,
  failure text
);
create unique index restore_tests_running on restore_tests ((true)) where state = 'running';
