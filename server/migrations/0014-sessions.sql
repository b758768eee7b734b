-- The client's side: sessions, one-time links, tries, second factors, and what is known of a dealer's visit.

create table sessions (
  id uuid primary key,
  -- SHA-256 of 256 random bits; the token itself is kept nowhere.
  hash bytea not null unique,
  user_id uuid not null references users on delete cascade,
  account_id bigint not null references accounts on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  address text,
  agent text
);
create index sessions_user on sessions (user_id);
create index sessions_account on sessions (account_id);
create index sessions_age on sessions (expires_at);

-- A token that was ended stays as the record of a visit.
alter table service_tokens
  add column entered_at timestamptz,
  add column ended_at timestamptz;
create index audit_visits on audit (actor_id, id) where actor_kind = 'visitor';

-- One-time links by mail. A reset that was asked for has no hash yet: whether there is such a user is found out later,
-- by a job, so that asking costs the same for every address.
create table links (
  id uuid primary key,
  purpose text not null check (purpose in ('registration', 'email', 'password')),
  hash bytea unique,
  user_id uuid references users on delete cascade,
  email text not null,
  -- The password that was chosen at registration.
  password_hash text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index links_user on links (user_id, purpose);
create index links_age on links (expires_at);
create index links_asked on links (created_at) where hash is null;

-- Wrong tries by what they were aimed at and where they came from. In the database, so that neither a restart nor
-- a second node gives a guesser a fresh start.
create table tries (
  bucket text primary key,
  count integer not null,
  since timestamptz not null
);
create index tries_age on tries (since);

create table second_factors (
  user_id uuid primary key references users on delete cascade,
  secret_sealed bytea not null,
  -- Null while the user has not yet shown that its application knows the secret.
  confirmed_at timestamptz,
  -- The last step of time a code was taken for: a code works once.
  last_step bigint not null default 0
);
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  hash bytea not null,
  primary key (user_id, hash)
);

-- The key dies with activation.
alter table users alter column login_key_hash drop not null;

-- What a blocked client is told.
alter table accounts add column blocked_since timestamptz;
update accounts set blocked_since = updated_at where blocked;
