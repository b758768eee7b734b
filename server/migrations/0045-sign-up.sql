-- People sign up with a dealer's link (docs/decisions/0065). An account comes into being when the address is confirmed.
alter table dealers add column sign_up_key text unique;

create table sign_ups (
  id uuid primary key,
  hash bytea not null unique,
  dealer_id bigint not null references dealers on delete cascade,
  app_id uuid not null,
  email text not null,
  password_hash text not null,
  lang text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
-- Everybody has one link with a dealer: the newest.
create unique index sign_ups_email on sign_ups (dealer_id, lower(email));
create index sign_ups_expiry on sign_ups (expires_at);
