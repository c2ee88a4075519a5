-- Up to when the billing service's events are known to have been taken in: where the next
-- reconciliation begins. One row.
create table stripe_cursor (
  id boolean primary key default true check (id),
  events_seen_until timestamptz not null
);
