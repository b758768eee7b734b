-- Accounts that are erased at their client's wish, or by law (docs/decisions/0066). While `account_id` is set it can be undone;
-- afterwards the row is the certificate: numbers and times, and nothing that leads to a person.
create table erasures (
  id uuid primary key,
  account_id bigint unique references accounts on delete set null,
  -- Of the link in the mail: until then it undoes the erasure, afterwards it opens the certificate.
  hash bytea not null unique,
  asked_by text not null check (asked_by in ('client', 'operator')),
  asked_at timestamptz not null,
  due_at timestamptz not null,
  erased_at timestamptz,
  -- How much was erased, by kind.
  counts jsonb
);
create index erasures_due on erasures (due_at) where erased_at is null;
