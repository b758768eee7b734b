-- small tables: notification_channels
-- What 0088 allows holds for every row.
alter table notification_channels validate constraint notification_channels_kind_check;
