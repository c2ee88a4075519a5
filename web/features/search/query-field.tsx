import { Search, X } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useDebouncedText } from './use-debounced-text.ts'

export const QUERY_FIELD_ID = 'search-query'

/** The words to search for, applied while typing. */
export function QueryField({ value, onChange }: { value: string; onChange(query: string): void }) {
  const [text, setText] = useDebouncedText(value, onChange)
  return (
    <TextField
      id={QUERY_FIELD_ID}
      type="search"
      label="Search"
      isLabelHidden
      leading={Search}
      placeholder="Name, title, skill…"
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="search"
      maxLength={200}
      value={text}
      onChange={(event) => setText(event.target.value)}
      trailing={
        text ? (
          <IconButton label="Clear search text" icon={X} size="sm" onClick={() => setText('')} />
        ) : (
          <span className="pr-1 pointer-coarse:hidden">
            <Kbd>/</Kbd>
          </span>
        )
      }
    />
  )
}
