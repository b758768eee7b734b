-- In which language a person reads the console and gets its mails; null: not chosen yet.
alter table staff add column lang text;
