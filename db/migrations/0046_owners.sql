-- Whose a row is: an account or a team. Every owner_id points here, so that tables, shapes and locks
-- know owners alone; the rows of an account that is deleted go with its owner.
create table owners (
  id text primary key,
  kind text not null check (kind in ('account', 'team'))
);
insert into owners (id, kind) select id, 'account' from users;

-- The argument names the kind.
create function create_owner() returns trigger language plpgsql as $$
begin
  insert into owners (id, kind) values (new.id, tg_argv[0]);
  return null;
end $$;
create function delete_owner() returns trigger language plpgsql as $$
begin
  delete from owners where id = old.id;
  return null;
end $$;
create trigger users_create_owner after insert on users
  for each row execute function create_owner('account');
create trigger users_delete_owner after delete on users
  for each row execute function delete_owner();

-- Not valid first: the check of the rows that are there needs no lock against writing.
do $$
declare
  owned text;
begin
  foreach owned in array array['lists', 'saved_candidates', 'saved_searches', 'email_templates',
    'user_settings', 'mutation_results', 'reveals', 'export_logs', 'left_out_versions']
  loop
    execute format('alter table %I drop constraint %I, add constraint %2$I
      foreign key (owner_id) references owners (id) on delete cascade not valid',
      owned, owned || '_owner_id_fkey');
    execute format('alter table %I validate constraint %I', owned, owned || '_owner_id_fkey');
  end loop;
end $$;

-- On a device a row's key begins with its owner, and a deletion is streamed with the key alone.
alter table reveals drop constraint reveals_pkey, add primary key (owner_id, id);
alter table export_logs drop constraint export_logs_pkey, add primary key (owner_id, id);

-- Never written: a row has one owner.
alter table lists drop column team_id;
alter table list_members drop column team_id;
alter table saved_candidates drop column team_id;
alter table saved_searches drop column team_id;
alter table email_templates drop column team_id;
alter table reveals drop column team_id;
alter table export_logs drop column team_id;
