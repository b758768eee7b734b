-- Where clients transfer money to: printed on invoices, and part of the code that banking apps scan.
alter table payment_infos
  add column invoice_iban text,
  add column invoice_bic text,
  add column invoice_account_holder text;
