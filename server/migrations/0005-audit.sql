-- One row per change, in the same transaction. Never updated; goes only with its dealer.
create table audit (
  id bigint generated always as identity primary key,
  dealer_id bigint references dealers on delete cascade,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('token', 'operator', 'job')),
  actor_id text not null,
  address text,
  request_id text,
  action text not null,
  subject_id text not null,
  before jsonb,
  after jsonb
);
create index audit_dealer on audit (dealer_id, id);

-- The answer of a POST that carried an Idempotency-Key, written with its effect.
create table idempotency_keys (
  dealer_id bigint not null references dealers on delete cascade,
  method text not null,
  path text not null,
  key text not null,
  digest bytea not null,
  status smallint not null,
  body text not null,
  created_at timestamptz not null,
  primary key (dealer_id, method, path, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
