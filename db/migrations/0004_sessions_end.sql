-- What people say of themselves on their account page.
alter table users add column bio text;

-- Ends of sessions reach every process: what a session holds open is closed on this signal, whatever
-- ended it (sign-out, password reset, deletion of the account). The payload names the session by
-- id; its token stays here.
create function notify_session_revoked() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_revoked', json_build_object(
    'session_id', old.id, 'user_id', old.user_id)::text);
  return null;
end $$;

create trigger sessions_revoked after delete on sessions
  for each row execute function notify_session_revoked();
