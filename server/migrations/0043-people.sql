-- Several people in an account (docs/decisions/0063): what each may do, what each sees, and how each likes it shown.
alter table users
  add column role text not null default 'owner'
    check (role in ('owner', 'dispatcher', 'driver', 'accountant', 'read_only')),
  -- The user of the dealers' API: the one that the account was created with, or the owner who came after it.
  add column is_first boolean not null default true,
  -- Limited to a list, which may have become empty: what it named was deleted, and that must not open everything.
  add column is_limited_to_units boolean not null default false,
  add column is_limited_to_geofences boolean not null default false,
  add column measure text not null default 'metric' check (measure in ('metric', 'imperial')),
  -- What reaches this person of notifications.
  add column notify_in_app boolean not null default true,
  add column notify_by_mail boolean not null default true,
  add constraint users_owner_sees_all
    check (role <> 'owner' or not (is_limited_to_units or is_limited_to_geofences));
create unique index users_first on users (account_id) where is_first;

create table user_units (
  user_id uuid not null references users on delete cascade,
  unit_id bigint not null references units on delete cascade,
  primary key (user_id, unit_id)
);
create index user_units_unit on user_units (unit_id);

create table user_groups (
  user_id uuid not null references users on delete cascade,
  group_id uuid not null references groups on delete cascade,
  primary key (user_id, group_id)
);
create index user_groups_group on user_groups (group_id);

create table user_geofences (
  user_id uuid not null references users on delete cascade,
  geofence_id uuid not null references geofences on delete cascade,
  primary key (user_id, geofence_id)
);
create index user_geofences_geofence on user_geofences (geofence_id);

-- Somebody who was invited and has not come yet. Only a mail has the secret.
create table user_invitations (
  id uuid primary key,
  account_id bigint not null references accounts on delete cascade,
  email text not null,
  role text not null check (role in ('owner', 'dispatcher', 'driver', 'accountant', 'read_only')),
  -- {unit_ids, group_ids, geofence_ids}, checked again when it is accepted.
  lists jsonb not null,
  lang text,
  hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index user_invitations_email on user_invitations (account_id, lower(email));
create index user_invitations_expiry on user_invitations (expires_at);
