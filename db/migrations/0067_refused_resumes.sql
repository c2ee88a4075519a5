-- A link to confirm a resume is not mailed again for a day to an address that the mail server refused for good.
alter table candidate_submissions add column refused_at timestamptz;
