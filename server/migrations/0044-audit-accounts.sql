-- Whose account was changed, for the client's own view of the audit log (docs/decisions/0064). Older rows are found by what they
-- are about.
alter table audit add column account_id bigint;
create index audit_account on audit (account_id, id) where account_id is not null;
