-- The directory: who can be found, how they can be reached, and what went wrong while searching.

create table candidates (
  id uuid primary key default gen_random_uuid(),
  -- Position in the search index. Given once, in order of arrival, never reused.
  ordinal integer not null generated always as identity,
  npi text check (npi ~ '^[0-9]{10}$'),
  first_name text,
  middle_name text,
  last_name text,
  credential text,
  title text,
  title_level text,
  job_function text,
  specialty text,
  organization text,
  company_size text,
  company_industry text,
  company_revenue text,
  company_domain text,
  company_start_date text,
  city text,
  state text,
  country text,
  office_city text,
  office_state text,
  office_zip text,
  linkedin_url text,
  connections integer,
  gender text,
  skills text[] not null default '{}',
  education jsonb,
  source text not null,
  source_updated_at timestamptz,
  updated_at timestamptz not null default now(),
  changed_xid xid8 not null default pg_current_xact_id()
);

create unique index candidates_ordinal on candidates (ordinal);
create unique index candidates_npi on candidates (npi) where npi is not null;
-- Search indexes read what changed since they last looked.
create index candidates_changed_xid on candidates (changed_xid);

create table candidate_contacts (
  candidate_id uuid not null references candidates (id) on delete cascade,
  kind text not null check (kind in ('personal_email', 'work_email', 'phone', 'direct_phone')),
  value text not null,
  source text not null,
  verified_at timestamptz,
  primary key (candidate_id, kind)
);

-- What may be shown of contacts without revealing them.
create view candidate_contacts_known as
  select candidate_id, kind, verified_at from candidate_contacts;

-- Deleted people, so that a search index that was away learns of them.
create table candidate_deletions (
  ordinal integer primary key,
  changed_xid xid8 not null default pg_current_xact_id()
);
create index candidate_deletions_changed_xid on candidate_deletions (changed_xid);

create function stamp_candidate() returns trigger language plpgsql as $$
begin
  new.changed_xid := pg_current_xact_id();
  new.updated_at := now();
  return new;
end $$;

create trigger candidates_stamp before update on candidates
  for each row execute function stamp_candidate();

create function note_candidate_deletions() returns trigger language plpgsql as $$
begin
  insert into candidate_deletions (ordinal) select ordinal from deleted;
  return null;
end $$;

create trigger candidates_deleted after delete on candidates
  referencing old table as deleted
  for each statement execute function note_candidate_deletions();

create table search_error_logs (
  id uuid primary key default gen_random_uuid(),
  occurred_at timestamptz not null default now(),
  user_email text,
  ip_address text,
  error_type text not null
    check (error_type in ('timeout', 'database_error', 'edge_error', 'function_error', 'other')),
  edge_function_name text,
  response_time_ms integer,
  error_message text,
  search_query text,
  search_url text,
  search_filters jsonb,
  user_agent text
);
create index search_error_logs_occurred_at on search_error_logs (occurred_at desc);
