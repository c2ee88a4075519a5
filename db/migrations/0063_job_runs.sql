-- When each hourly job last ran to its end: of the processes that share the database one runs it an hour.
create table job_runs (
  job text primary key,
  ran_at timestamptz not null
);
