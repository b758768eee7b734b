-- The built-in mailbox.
create table mails (
  id bigint generated always as identity primary key,
  "to" text not null,
  subject text not null,
  text text not null,
  html text,
  at timestamptz not null
);

-- Seconds by which the test clock runs ahead of real time. One row.
create table clock (
  is_only boolean primary key default true check (is_only),
  advance_seconds double precision not null default 0
);
insert into clock default values;
