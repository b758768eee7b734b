-- Reports that a client has saved, and when they are made and sent by themselves.
create table saved_reports (
  id uuid primary key,
  account_id bigint not null references accounts on delete cascade,
  -- What this person may see is what the report shows.
  user_id uuid not null references users on delete cascade,
  name text not null,
  kind text not null,
  -- Grouping, columns, units and other filters.
  settings jsonb not null,
  format text not null,
  lang text not null,
  zone text not null,
  -- Null: only when somebody asks.
  every text check (every in ('day', 'week', 'month')),
  hour smallint not null check (hour between 0 and 23),
  emails text[] not null,
  next_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint saved_reports_schedule check ((every is null) = (next_at is null))
);
create index saved_reports_account on saved_reports (account_id);
create index saved_reports_user on saved_reports (user_id);
create index saved_reports_next on saved_reports (next_at) where next_at is not null;

-- One for each time that a report was due, so that it is made once, however many nodes there are.
create table report_runs (
  id uuid primary key,
  report_id uuid not null references saved_reports on delete cascade,
  due_at timestamptz not null,
  t0 bigint not null,
  t1 bigint not null,
  state text not null check (state in ('waiting', 'done', 'failed')),
  -- Counts the tries. What an earlier one still writes counts no more.
  attempt integer not null,
  next_try_at timestamptz,
  bytes bigint,
  file_name text,
  content_type text,
  failure text,
  -- Of the link in its mails.
  link_hash bytea,
  link_until timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null,
  constraint report_runs_once unique (report_id, due_at),
  constraint report_runs_waiting check ((state = 'waiting') = (next_try_at is not null))
);
create index report_runs_next on report_runs (next_try_at) where next_try_at is not null;
create index report_runs_finished on report_runs (finished_at) where finished_at is not null;
create unique index report_runs_link on report_runs (link_hash) where link_hash is not null;

-- The file of a run, in parts, so that neither writing nor reading it takes much memory.
create table report_files (
  run_id uuid not null references report_runs on delete cascade,
  attempt integer not null,
  part integer not null,
  data bytea not null,
  primary key (run_id, attempt, part)
);
