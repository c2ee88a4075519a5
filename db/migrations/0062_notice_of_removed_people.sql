-- Told at once to every process: a read replica may still have the people whom a statement deleted.
create function notify_candidates_removed() returns trigger language plpgsql as $$
begin
  perform pg_notify('candidates_removed', '');
  return null;
end $$;

create trigger candidates_removed after delete on candidates
  for each statement execute function notify_candidates_removed();
