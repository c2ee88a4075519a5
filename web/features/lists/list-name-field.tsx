import { NAME_MAX } from '#db/schema/owned-text.ts'
import { TextField } from '#web/ui/text-field.tsx'

/** The name of a new list. */
export function ListNameField({ name, onChange }: { name: string; onChange(name: string): void }) {
  return (
    <TextField
      label="Name"
      autoFocus
      // Browsers store form input, past any sign-out.
      autoComplete="off"
      required
      maxLength={NAME_MAX}
      value={name}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
