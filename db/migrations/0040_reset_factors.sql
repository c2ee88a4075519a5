-- A sign-in by a factor that an administrator resets meanwhile must not be left with a session that
-- counts as one that showed it: whoever the factor was taken from may be the one who signs in. As with
-- a ban, the row lock makes one of the two wait for the other.
create or replace function refuse_session_of_banned() returns trigger language plpgsql as $$
declare
  banned timestamptz;
  codes boolean;
begin
  select banned_at, two_factor_enabled into banned, codes
  from users where id = new.user_id for share;
  if banned is not null then
    raise exception 'the account is banned';
  end if;
  if new.factor <> 'password' and not codes
    and not exists (select 1 from auth_passkeys where user_id = new.user_id) then
    raise exception 'the account has no second factor any more';
  end if;
  return new;
end $$;
alter function refuse_session_of_banned() rename to refuse_session;
