-- Search errors told apart by what fails, whoever it fails for and whatever they typed.

alter table search_error_logs add column error_code text;

-- Route, code and which filters were used; md5 only to be short.
create function search_error_fingerprint(route text, kind text, code text, filters jsonb)
returns text language sql immutable parallel safe as $$
  select md5(concat_ws(chr(31), route, kind, code, (
    select string_agg(name, ',' order by name collate "C")
    from jsonb_object_keys(case jsonb_typeof(filters) when 'object' then filters else '{}' end) name
  )))
$$;

alter table search_error_logs add column fingerprint text not null generated always as (
  search_error_fingerprint(edge_function_name, error_type, error_code, search_filters)
) stored;

-- First and last time of a group.
create index search_error_logs_fingerprint on search_error_logs (fingerprint, occurred_at);
-- How much one person, or all visitors together, wrote of late.
create index search_error_logs_writer on search_error_logs (coalesce(user_email, ''), occurred_at);

-- What operators made of a group. One that comes back after it was resolved is open again by that.
create table search_error_decisions (
  fingerprint text primary key,
  state text not null check (state in ('resolved', 'ignored')),
  decided_at timestamptz not null default now(),
  decided_by text references users (id) on delete set null
);
