-- What strangers send in: resumes to be found by, requests to be removed, messages to the operators.

create table candidate_submissions (
  id uuid primary key default gen_random_uuid(),
  first_name text not null,
  middle_name text,
  last_name text not null,
  title text not null,
  organization text not null,
  specialty text not null,
  personal_email text not null,
  -- People give one address; the directory's lists know two.
  contact_email text not null generated always as (personal_email) stored,
  phone text not null,
  city text not null,
  state text not null,
  country text not null,
  location text not null generated always as (city || ', ' || state || ', ' || country) stored,
  -- Empty where none was given.
  linkedin_url text not null,
  -- Schools and degrees, as text.
  education text,
  -- Each in single quotes, separated by blanks.
  skills text,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  created_at timestamptz not null default now(),
  -- When it was decided upon, either way.
  approved_at timestamptz,
  decided_by text references users (id) on delete set null,
  -- Who became of it.
  candidate_id uuid references candidates (id) on delete set null,
  check ((status = 'pending') = (approved_at is null))
);
create index candidate_submissions_status on candidate_submissions (status, created_at desc);
create index candidate_submissions_email on candidate_submissions (lower(personal_email));
create index candidate_submissions_candidate_id on candidate_submissions (candidate_id);

create table removal_requests (
  id uuid primary key default gen_random_uuid(),
  -- Forgotten once the removal is done.
  email text,
  -- SHA-256 of the token that was mailed; the token itself is in the mail alone.
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  check (email is not null or confirmed_at is not null)
);
create index removal_requests_email on removal_requests (lower(email));

-- People are looked up by their address when they have themselves removed.
create index candidate_contacts_email on candidate_contacts (lower(trim(value)))
  where kind in ('personal_email', 'work_email');

create table contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  created_at timestamptz not null default now(),
  -- Null until the operators' mailbox has it.
  mailed_at timestamptz
);
create index contact_messages_unmailed on contact_messages (created_at) where mailed_at is null;
