-- Decisions on resumes that were deleted since: when the address was confirmed, and when it was decided. The
-- statistics count them, and nothing in them is of a person.
create table former_decisions (
  confirmed_at timestamptz not null,
  decided_at timestamptz not null
);
create index former_decisions_decided_at on former_decisions (decided_at);

-- An hourly job deletes old messages.
create index contact_messages_created_at on contact_messages (created_at);
