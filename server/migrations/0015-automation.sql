-- When billing automation must look at an account next. A change of anything it depends on sets it to that moment.
create table looks (
  account_id bigint primary key references accounts on delete cascade,
  -- Null: not before something changes.
  at timestamptz
);
create index looks_at on looks (at);
insert into looks select id, now() from accounts where payment_expected_at is not null;

-- What has happened for a due date. A row is the proof that it need not happen again.
create table milestones (
  account_id bigint not null references accounts on delete cascade,
  due_at timestamptz not null,
  kind text not null check (kind in ('notice', 'due', 'block')),
  at timestamptz not null,
  -- What came of it: done, or why nothing was left to do.
  outcome text not null,
  primary key (account_id, due_at, kind)
);
