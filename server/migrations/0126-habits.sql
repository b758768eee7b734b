-- How people read dates, times and measures (docs/decisions/0158). Only users and staff write these, from closed lists.
alter table users
  add column volume text not null default 'litres',
  add column temperature text not null default 'celsius',
  add column clock text not null default 'locale',
  add column date_order text not null default 'locale',
  add column week_start text not null default 'locale',
  -- An IANA name; null: that of the device.
  add column zone text;

alter table staff
  add column clock text not null default 'locale',
  add column date_order text not null default 'locale',
  add column week_start text not null default 'locale',
  add column zone text;
