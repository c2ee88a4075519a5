-- What imports go by: who must not come back, how a person without an NPI is known again, and what
-- specialties are called.

-- People who asked to be removed, by keyed hashes of what they can be recognised by.
create table suppressions (
  hash bytea primary key,
  kind text not null check (kind in ('email', 'phone', 'npi')),
  created_at timestamptz not null default now()
);

alter table candidates add column source_key text;
create unique index candidates_source_key on candidates (source_key) where source_key is not null;

-- Names that an operator loaded for provider taxonomy codes; without a row the built-in name counts.
create table specialty_names (
  code text primary key,
  specialty text not null
);
