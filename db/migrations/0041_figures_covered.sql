-- Figures and sums of search errors read ranges of many rows and two or three columns of each: the
-- indexes hold those, so that no row is fetched for them.
alter table daily_figures
  drop constraint daily_figures_pkey,
  add primary key (figure, day, key) include (value);

drop index candidate_submissions_decided;
create index candidate_submissions_decided on candidate_submissions (approved_at)
  include (confirmed_at) where approved_at is not null;

drop index search_error_logs_occurred_at;
create index search_error_logs_occurred_at on search_error_logs (occurred_at)
  include (error_type, response_time_ms, user_email, ip_address, fingerprint);

-- What comes in with a time of a day that is counted and closed is added to the count. A day is closed
-- an hour after its end at the earliest: rows as young as most are never looked at.
create function count_late() returns trigger language plpgsql as $$
declare
  day_of date := ((to_jsonb(new) ->> tg_argv[1])::timestamptz at time zone 'UTC')::date;
begin
  insert into daily_figures as f (figure, day, value)
  select tg_argv[0], day_of, 1
  where day_of <= (select max(day) from daily_figures where figure = 'sign_ups')
  on conflict (figure, day, key) do update set value = f.value + 1;
  return null;
end $$;

create trigger users_counted_late after insert on users for each row
  when (new.demo_of is null and new.created_at < clock_timestamp() - interval '1 hour')
  execute function count_late('sign_ups', 'created_at');
create trigger reveals_counted_late after insert on reveals for each row
  when (new.revealed_at < clock_timestamp() - interval '1 hour')
  execute function count_late('reveals', 'revealed_at');
create trigger export_logs_counted_late after insert on export_logs for each row
  when (new.export_date < clock_timestamp() - interval '1 hour')
  execute function count_late('exports', 'export_date');
