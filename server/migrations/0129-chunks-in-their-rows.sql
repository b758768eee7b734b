-- A live chunk of 25 messages is longer than two kilobytes. PostgreSQL kept such data beside its row, in two pieces with
-- an index of their own: a third of the processor time of a flush with these chunks. Two rows of this length fit on a
-- page. Most merged chunks are longer and stay where they were.
alter table message_chunks set (toast_tuple_target = 4080);
