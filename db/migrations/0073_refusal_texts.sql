-- An hourly job takes the text out of old refusals: few rows of many.
create index mutation_results_texts on mutation_results (executed_at)
  where result #> '{data,current}' is not null;
