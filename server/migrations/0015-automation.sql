-- When billing automation must look at an account next. A change of anything it depends on sets it to that moment.
create table looks (
  account_id bigint primary key references accounts on delete cascade,
  -- Null: not before something changes.
  at timestamptz,
  -- How often a look was asked for: whoever has looked writes the next one only if nobody asked meanwhile.
  asked integer not null default 1
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

-- Payments that have come in. The sweep takes each once, before it looks at what is late.
create table payments (
  bill_id uuid primary key,
  account_id bigint not null references accounts on delete cascade,
  at timestamptz not null,
  -- Null until it was taken.
  taken_at timestamptz
);
create index payments_waiting on payments (account_id) where taken_at is null;
