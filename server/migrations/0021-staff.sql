-- People: a dealer's team and the platform's own, with their sessions in the console.

create table staff (
  id uuid primary key,
  -- Null: somebody of the platform's own team.
  dealer_id bigint references dealers on delete cascade,
  role text not null check (role in ('owner', 'manager', 'billing', 'support', 'read_only', 'operator')),
  name text not null,
  email text not null,
  -- Null until the invitation was accepted.
  password_hash text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_login_at timestamptz,
  disabled_at timestamptz,
  -- Who has left stays here, for the audit log to name.
  removed_at timestamptz,
  check ((dealer_id is null) = (role = 'operator'))
);
-- An address is one person of one team.
create unique index staff_email on staff (lower(email)) where removed_at is null;
create index staff_dealer on staff (dealer_id);

create table staff_sessions (
  id uuid primary key,
  -- SHA-256 of 256 random bits; the token itself is kept nowhere.
  hash bytea not null unique,
  person_id uuid not null references staff on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  address text,
  agent text
);
create index staff_sessions_person on staff_sessions (person_id);
create index staff_sessions_age on staff_sessions (expires_at);

alter table audit drop constraint audit_actor_kind_check;
alter table audit add constraint audit_actor_kind_check
  check (actor_kind in ('token', 'staff', 'operator', 'job', 'client', 'processor', 'visitor'));
-- What happened to one thing, however much happened to others.
create index audit_subject on audit (subject_id, id);

alter table dealers
  -- What its people are answered in where no path says it.
  add column dialect text not null default 'provider' check (dialect in ('provider', 'partner')),
  -- Its tokens and its people are refused; its clients are not touched.
  add column suspended_at timestamptz;
update dealers set dialect = first.dialect
  from (select distinct on (dealer_id) dealer_id, dialect from access_tokens order by dealer_id, id) as first
  where first.dealer_id = dealers.id;

-- A token made with a token ends with it.
alter table access_tokens add column parent_id uuid references access_tokens on delete cascade;
create index access_tokens_parent on access_tokens (parent_id) where parent_id is not null;

-- A dealer enters with a token, or one of its people does.
alter table service_tokens
  alter column access_token_id drop not null,
  add column person_id uuid references staff on delete cascade,
  add constraint service_tokens_issuer check (num_nonnulls(access_token_id, person_id) = 1);
create index service_tokens_person on service_tokens (person_id) where person_id is not null;

-- One-time links and second factors are a user's or a person's.
alter table links
  drop constraint links_purpose_check,
  add constraint links_purpose_check
    check (purpose in ('registration', 'email', 'password', 'invitation', 'staff-password')),
  add column person_id uuid references staff on delete cascade;
create unique index links_person on links (person_id, purpose);

alter table second_factors
  drop constraint second_factors_pkey,
  alter column user_id drop not null,
  add column person_id uuid references staff on delete cascade,
  add constraint second_factors_user unique (user_id),
  add constraint second_factors_person unique (person_id),
  add constraint second_factors_owner check (num_nonnulls(user_id, person_id) = 1);
alter table recovery_codes
  drop constraint recovery_codes_pkey,
  alter column user_id drop not null,
  add column person_id uuid references staff on delete cascade,
  add constraint recovery_codes_user unique (user_id, hash),
  add constraint recovery_codes_person unique (person_id, hash),
  add constraint recovery_codes_owner check (num_nonnulls(user_id, person_id) = 1);
