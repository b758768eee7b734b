-- What is in quarantine can be stored later: the whole delivery as JSON, in bytes that no column type can refuse, and the
-- version that tried last, so that every new one tries once. Rows of earlier versions have only the frame.
alter table quarantine
  add column code text,
  add column delivery bytea,
  add column tried_by text;
