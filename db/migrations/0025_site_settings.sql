-- How the site presents itself, as operators set it; what is not here has its default.
create table site_settings (
  key text primary key,
  -- Empty: the default again, or no image.
  value text not null,
  -- Counts the changes of this key, so that nobody saves over what they have not seen.
  version integer not null,
  updated_at timestamptz not null default now(),
  updated_by text references users (id) on delete set null
);

-- Every value there ever was, the present one among them.
create table site_setting_versions (
  key text not null references site_settings (key),
  version integer not null,
  value text not null,
  saved_at timestamptz not null default now(),
  saved_by text references users (id) on delete set null,
  primary key (key, version)
);

create function keep_site_setting_version() returns trigger language plpgsql as $$
begin
  insert into site_setting_versions (key, version, value, saved_at, saved_by)
  values (new.key, new.version, new.value, new.updated_at, new.updated_by);
  return null;
end $$;

-- Not when an account is deleted, which takes its name off.
create trigger site_settings_kept after insert or update of value on site_settings
  for each row execute function keep_site_setting_version();

create function tell_site_settings() returns trigger language plpgsql as $$
begin
  notify site_settings;
  return null;
end $$;

create trigger site_settings_told after insert or update or delete on site_settings
  for each statement execute function tell_site_settings();
