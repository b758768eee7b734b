-- A dealer's account at a card processor: the sandbox inside the installation, or its own key for a real one. A key that
-- another has replaced goes on for three days, so that what was begun with it ends well.
create table processor_keys (
  id uuid primary key,
  dealer_id bigint not null references dealers on delete cascade,
  processor text not null check (processor in ('sandbox', 'stripe')),
  -- The last part of the address at which the processor's events come in: not to be guessed, one for each key.
  endpoint text not null unique,
  -- Null: the sandbox needs none.
  secret_key_sealed bytea,
  webhook_id text not null,
  webhook_secret_sealed bytea not null,
  livemode boolean not null,
  -- The request that saved it, if that had an Idempotency-Key.
  operation_id uuid unique,
  created_at timestamptz not null,
  replaced_at timestamptz
);
create unique index processor_keys_current on processor_keys (dealer_id, processor) where replaced_at is null;
create index processor_keys_replaced on processor_keys (replaced_at) where replaced_at is not null;

create table bills (
  -- Ours, and what the processor knows as its reference; callers know a bill by its session.
  id uuid primary key,
  dealer_id bigint not null references dealers on delete cascade,
  -- No reference: what was paid stays on record when the account goes.
  account_id bigint not null,
  app_id uuid not null,
  processor text not null check (processor in ('sandbox', 'stripe')),
  processor_key_id uuid references processor_keys on delete set null,
  session_id text check (session_id ~ '^[A-Za-z0-9_-]+$'),
  -- Preparing: written before the processor is asked. Abandoned: nobody was told of it, so nobody sees it.
  status text not null check (status in ('preparing', 'open', 'expired', 'complete', 'abandoned')),
  amount_total bigint not null check (amount_total > 0),
  currency text not null,
  livemode boolean not null,
  -- What was ordered, to order the very same again.
  lines jsonb not null,
  metadata json not null,
  -- `"id":{…}`, as lists answer it, written with every change: a month has a hundred thousand of them, and to put them
  -- together anew would take longer than all the rest.
  entry text not null,
  -- The lines as the processor wrote them down; null until they were asked for.
  items json,
  url text,
  payment_id text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  -- The requests that issued and expired it, if they had an Idempotency-Key.
  operation_id uuid,
  expire_operation_id uuid,
  -- To be expired at the processor, whatever the state here already says.
  is_expiry_wanted boolean not null default false,
  -- When the processor is to be asked about it; null: never again.
  next_look_at timestamptz,
  failed_looks integer not null default 0,
  constraint bills_session unique (processor, session_id),
  -- One payment settles one bill.
  constraint bills_payment unique (processor, payment_id),
  constraint bills_open check ((status = 'open') = (url is not null)),
  constraint bills_paid check ((status = 'complete') = (paid_at is not null)),
  constraint bills_settled check ((status = 'complete') = (payment_id is not null)),
  constraint bills_known check (session_id is not null or status in ('preparing', 'abandoned'))
);
create index bills_dealer on bills (dealer_id, app_id, created_at, id) where status not in ('preparing', 'abandoned');
create index bills_account on bills (account_id, created_at, id) where status not in ('preparing', 'abandoned');
create index bills_due on bills (next_look_at) where next_look_at is not null;
create unique index bills_operation on bills (operation_id) where status <> 'abandoned';

-- The inbox of the processor's events. One that comes again finds its row and does nothing.
create table card_events (
  dealer_id bigint not null references dealers on delete cascade,
  event_id text not null,
  processor text not null,
  type text not null,
  livemode boolean not null,
  -- The session as the event has it; null for events that tell of none.
  session jsonb,
  received_at timestamptz not null,
  -- Null until it was worked on.
  applied_at timestamptz,
  outcome text,
  primary key (dealer_id, event_id)
);
create index card_events_waiting on card_events (received_at) where applied_at is null;
create index card_events_age on card_events (received_at);

-- A request that asks a card processor cannot stand in one transaction with its answer: its key is claimed first, with
-- an id by which the work is recognised when it is gone on with, and the answer is written after.
alter table idempotency_keys
  alter column status drop not null,
  alter column body drop not null,
  add column operation_id uuid,
  add column running_until timestamptz;
