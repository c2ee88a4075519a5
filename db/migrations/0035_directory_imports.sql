-- Files of people that came in to be imported, and what became of them. The files themselves lie in the
-- data folder; progress and the wish to cancel are here, so that every process knows of them.
create table directory_imports (
  id uuid primary key default gen_random_uuid(),
  format text not null check (format in ('nppes', 'dac', 'deactivated', 'csv')),
  file_name text not null,
  file_bytes bigint not null,
  file_sha256 text,
  file_deleted_at timestamptz,
  state text not null check (
    state in (
      'uploading', 'ready', 'checking', 'importing', 'done', 'failed', 'cancelled', 'broken_off'
    )
  ),
  created_by text references users (id) on delete set null,
  created_at timestamptz not null default now(),
  touched_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  progress jsonb,
  is_cancel_asked boolean not null default false,
  check_result jsonb,
  counts jsonb,
  failure text
);
create index directory_imports_newest on directory_imports (created_at desc, id desc);
-- One upload at a time of each administrator.
create unique index directory_imports_uploading on directory_imports (created_by)
  where state = 'uploading';
create index directory_imports_files on directory_imports (touched_at) where file_deleted_at is null;
