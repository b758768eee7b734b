-- The outbox. Every mail stands here in the transaction of its cause; the mailbox reads it, a mail server is fed from it.
alter table mails
  -- The same key is the same mail, however often its cause is worked on. Also the mail's Message-ID.
  add column key text,
  add column dealer_id bigint references dealers on delete cascade,
  add column state text not null default 'kept' check (state in ('waiting', 'sent', 'failed', 'kept')),
  add column tries integer not null default 0,
  add column next_try_at timestamptz,
  add column sent_at timestamptz,
  add column failure text;
create unique index mails_key on mails (key);
create index mails_waiting on mails (next_try_at) where state = 'waiting';

-- Clients and the card processor change things too, and so do visitors with a link.
alter table audit drop constraint audit_actor_kind_check;
alter table audit add constraint audit_actor_kind_check
  check (actor_kind in ('token', 'operator', 'job', 'client', 'processor', 'visitor'));
