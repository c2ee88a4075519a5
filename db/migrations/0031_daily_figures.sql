-- How the product did, by the day (UTC), and nobody's name in it: counts of closed days, levels as
-- they stood at the end of a day, searches by how long they took. Outlives what was counted.
create table daily_figures (
  figure text not null,
  day date not null,
  -- The state, the specialty, the class of age or of time, where a figure has more than one number.
  key text not null default '',
  value bigint not null,
  primary key (figure, day, key)
);

-- Days that are not closed yet are counted from the rows themselves.
create index reveals_revealed_at on reveals (revealed_at);
create index export_logs_export_date on export_logs (export_date);
create index former_exports_export_date on former_exports (export_date);
create index candidate_submissions_decided on candidate_submissions (approved_at)
  where approved_at is not null;

create function utc_today() returns date language sql stable as $$
  select (now() at time zone 'UTC')::date
$$;
