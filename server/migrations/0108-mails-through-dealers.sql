create index concurrently if not exists mails_waiting_through on mails (through_dealer, next_try_at) where state = 'waiting';
