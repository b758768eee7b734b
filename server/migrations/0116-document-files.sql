-- The paper itself: a file of each document at most; apart, so that lists do not read it.
create table vehicle_document_files (
  document_id uuid primary key references vehicle_documents on delete cascade,
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp', 'application/pdf')),
  data bytea not null,
  digest text not null,
  updated_at timestamptz not null
);
