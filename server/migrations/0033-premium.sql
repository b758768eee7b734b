-- Clients buy premium for the accounts they own, by card, from the platform (docs/decisions/0054).

-- An invoice of the kind `client` goes to a client; dealers neither see nor pay it.
alter table invoices
  drop constraint invoices_kind_check,
  add constraint invoices_kind check (kind in ('month', 'purchase', 'client'));

-- Of whom the page asks money: kept while it is open, because every try to make it must order the same.
alter table invoice_payments
  add column email text,
  add column lang text,
  add column return_url text;
update invoice_payments set email = payment_infos.email
  from invoices join payment_infos on payment_infos.dealer_id = invoices.dealer_id
  where invoices.id = invoice_payments.invoice_id and invoice_payments.status = 'open';

-- What the subscription will be: bought by the dealer, or by the client. Then it is the client's user who is told.
alter table purchases
  add column type text not null default 'td-cardpay' check (type in ('td-cardpay', 'cardpay')),
  add column user_id uuid references users on delete set null;
create index purchases_user on purchases (user_id) where user_id is not null;

-- A client who bought is told once that the end is near.
alter table subscriptions add column reminded_at timestamptz;
create index subscriptions_remind on subscriptions (expires_at)
  where active and type = 'cardpay' and reminded_at is null;
