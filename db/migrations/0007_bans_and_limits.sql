-- An account that an administrator shut: it cannot sign in, and has no session.
alter table users add column banned_at timestamptz;
alter table users add column ban_reason text;

-- Who is being banned while they sign in must not keep the session that the ban did not see. The
-- row lock makes one of the two wait for the other.
create function refuse_session_of_banned() returns trigger language plpgsql as $$
declare
  banned timestamptz;
begin
  select banned_at into banned from users where id = new.user_id for share;
  if banned is not null then
    raise exception 'the account is banned';
  end if;
  return new;
end $$;

create trigger sessions_of_unbanned before insert on sessions
  for each row execute function refuse_session_of_banned();

-- How often somebody called, for limits that all processes share; the columns are the limiter's
-- own. Unlogged: it changes with every call, and what a crash forgets was for a minute.
create unlogged table rate_limits (
  key text primary key,
  points integer not null,
  -- Unix milliseconds.
  expire bigint
);
