-- Which contacts a person has, and how fresh they are, is searched: whoever changes a contact marks the
-- person as changed in the same transaction, so that search indexes read them again. People whom this
-- transaction has marked already, by writing their row, are left alone: an import writes people first.
create function stamp_people_of_contacts() returns trigger language plpgsql as $$
begin
  update candidates c set changed_xid = pg_current_xact_id()
    from (select distinct candidate_id from changed) whose
    where c.id = whose.candidate_id and c.changed_xid <> pg_current_xact_id();
  return null;
end $$;

create trigger contacts_added after insert on candidate_contacts
  referencing new table as changed
  for each statement execute function stamp_people_of_contacts();
create trigger contacts_changed after update on candidate_contacts
  referencing new table as changed
  for each statement execute function stamp_people_of_contacts();
create trigger contacts_removed after delete on candidate_contacts
  referencing old table as changed
  for each statement execute function stamp_people_of_contacts();

