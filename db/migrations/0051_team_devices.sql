-- Devices that were handed a team's rows, so that a manager sees whether a former member's are empty.
create table team_devices (
  team_id text not null references teams (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  -- Made by the device.
  device_id uuid not null,
  -- Browser and system: "Chrome on Mac".
  name text not null,
  last_seen_at timestamptz not null default now(),
  -- When the device, were it not seen again, removes the rows by itself.
  lease_ends_at timestamptz not null,
  -- When it told that no file of it holds any of them; null again once it is handed rows.
  emptied_at timestamptz,
  primary key (team_id, user_id, device_id)
);
create index team_devices_user_id on team_devices (user_id);
