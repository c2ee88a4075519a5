-- A resume waits until the address it names was proven by a mailed link. Those that wait from before
-- are sent one.

alter table candidate_submissions
  add column confirmed_at timestamptz,
  -- SHA-256 of the newest token for it; null before, and once it was followed.
  add column token_hash bytea unique,
  -- When the mail server took the link.
  add column mailed_at timestamptz,
  -- Unconfirmed by then, it is forgotten.
  add column expires_at timestamptz not null default now() + interval '7 days';

update candidate_submissions set confirmed_at = created_at where status <> 'pending';

alter table candidate_submissions
  add check (status = 'pending' or confirmed_at is not null);

create index candidate_submissions_unconfirmed on candidate_submissions (expires_at)
  where confirmed_at is null;
