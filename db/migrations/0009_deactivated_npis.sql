-- Numbers that the registry's reports call deactivated, so that no file brings their people back.
create table deactivated_npis (
  npi text primary key,
  deactivated_on date not null
);

-- When the registry last took somebody's number into use again.
alter table candidates add column reactivated_on date;
