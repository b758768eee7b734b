-- What a mail brings along: which file, not the file. It is made when the mail is sent.
alter table mails add column attachment jsonb;
