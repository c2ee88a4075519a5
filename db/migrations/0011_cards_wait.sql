-- A card is taken from the person as they are when it is seen: whoever changes them waits until the
-- new row can be seen, and refreshes it; whoever adds them waits for the change. Without it both
-- would be kept, and the card of before with them.
create or replace function fill_card() returns trigger language plpgsql as $$
begin
  select candidate_card(c) into new.card from candidates c where c.id = new.candidate_id for share;
  return case when new.card is not null then new end;
end $$;
