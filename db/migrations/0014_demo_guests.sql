-- A demo account is shared, so each of its sessions is of a guest: an account below it that owns what
-- the visitor writes, and goes some time after the session.
alter table users add column demo_of text references users (id) on delete cascade;
create index users_demo_of on users (demo_of) where demo_of is not null;

-- As before; and a guest is banned with the account it is of.
create or replace function refuse_session_of_banned() returns trigger language plpgsql as $$
declare
  shared text;
  banned boolean;
begin
  select demo_of into shared from users where id = new.user_id;
  perform 1 from users where id in (new.user_id, shared) for share;
  select bool_or(banned_at is not null) into banned from users where id in (new.user_id, shared);
  if banned then
    raise exception 'the account is banned';
  end if;
  return new;
end $$;
