-- The mail server of a dealer's own, through which emails to its clients leave.
create table dealer_mail_servers (
  dealer_id bigint primary key references dealers on delete cascade,
  host text not null,
  port integer not null,
  -- tls, starttls or none.
  security text not null,
  -- Null: it asks for no login.
  username text,
  password_sealed bytea,
  from_address text not null,
  -- The key that signs, and under which name its other half is found in DNS.
  dkim_selector text not null,
  dkim_key_sealed bytea not null,
  dkim_public text not null,
  -- Null: the last check did not find the record; nothing is signed.
  dkim_found_at timestamptz,
  dkim_checked_at timestamptz,
  dkim_failure text,
  updated_at timestamptz not null,
  sent_at timestamptz,
  -- Why it cannot be used, since when, and when it is tried again.
  failure text,
  failing_since timestamptz,
  next_try_at timestamptz,
  failures integer not null default 0
);

-- Whose server an email leaves through; null: the installation's.
alter table mails add column through_dealer bigint;
