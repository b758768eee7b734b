create index concurrently if not exists client_invoice_payments_bank_line on client_invoice_payments (bank_line_id) where bank_line_id is not null;
