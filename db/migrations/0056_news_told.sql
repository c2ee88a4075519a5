-- How accounts are told of the news of their watches.

-- Where a browser is reached, for as long as the session that gave it: a sign-out ends it.
create table push_subscriptions (
  endpoint text primary key,
  user_id text not null references users (id) on delete cascade,
  session_id text not null references sessions (id) on delete cascade,
  -- The browser's keys, to which messages are encrypted.
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now()
);
create index push_subscriptions_user_id on push_subscriptions (user_id);
create index push_subscriptions_session_id on push_subscriptions (session_id);

-- The last day (UTC) on which an account got a mail of its news.
create table watch_mails (
  user_id text primary key references users (id) on delete cascade,
  mailed_on date not null
);
