-- What decides who is asking and what they may do has changed: processes that remember it look again.
-- Once a statement, however many rows; a transaction's are one notice.
create function notify_account_changed() returns trigger language plpgsql as $$
begin
  notify account_changed;
  return null;
end $$;

create trigger sessions_changed after update or delete on sessions
  for each statement execute function notify_account_changed();
create trigger users_changed after update or delete on users
  for each statement execute function notify_account_changed();
create trigger entitlements_changed after insert or update or delete on entitlements
  for each statement execute function notify_account_changed();
create trigger demo_grants_changed after insert or update or delete on demo_grants
  for each statement execute function notify_account_changed();
