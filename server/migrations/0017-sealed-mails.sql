-- What a mail says is sealed: it may hold a one-time link, and whoever steals a backup shall not log in with it.
alter table mails
  alter column text drop not null,
  -- Text and HTML together; null in mails from before, which have them in the columns of old.
  add column body_sealed bytea;
