-- What an account has to do is asked for on every screen, and again and again where the browser keeps no
-- database.
create index activities_due on activities (created_by, next_on) where next_on is not null;
create index activities_open_calls on activities (created_by, happened_at)
  where kind = 'call' and value is null and redacted_at is null;
