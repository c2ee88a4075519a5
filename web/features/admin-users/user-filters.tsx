import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { TEAM_PLAN } from '#api/contract/user-list-words.ts'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { UserSearch } from './accounts-client.ts'

/** Debounce of typing. */
const TYPING_MS = 250

const ANY = ''

const PLANS = ['Free', 'Trial', 'Monthly Plan', 'Annual Plan', TEAM_PLAN].map((name) => ({
  value: name,
  label: name,
}))

/** The list's filters; the address holds them. */
export function UserFilters({
  search,
  onSearch,
}: {
  search: UserSearch
  onSearch(change: Partial<Record<keyof UserSearch, string>>): void
}) {
  const { query = '', plan = ANY, grant = ANY, status = ANY } = search
  const plans =
    PLANS.some(({ value }) => value === plan) || plan === ANY
      ? PLANS
      : [...PLANS, { value: plan, label: plan }]
  return (
    <search className="grid grid-cols-2 gap-3 md:grid-cols-[minmax(0,1fr)_10rem_10rem_10rem]">
      <QueryField query={query} onQuery={(next) => onSearch({ query: next })} />
      <Select
        label="Subscription"
        isLabelHidden
        value={plan}
        onValueChange={(value) => onSearch({ plan: value })}
        options={[{ value: ANY, label: 'Any plan' }, ...plans]}
      />
      <Select
        label="Grant"
        isLabelHidden
        value={grant}
        onValueChange={(value) => onSearch({ grant: value })}
        options={[
          { value: ANY, label: 'Any grant' },
          { value: 'live', label: 'Live grant' },
          { value: 'none', label: 'No grant' },
        ]}
      />
      <Select
        label="Status"
        isLabelHidden
        value={status}
        onValueChange={(value) => onSearch({ status: value })}
        options={[
          { value: ANY, label: 'Any status' },
          { value: 'open', label: 'Not banned' },
          { value: 'banned', label: 'Banned' },
        ]}
        className="max-md:col-span-full"
      />
    </search>
  )
}

/** Typed text reaches the address after a debounce. */
function QueryField({ query, onQuery }: { query: string; onQuery(query: string): void }) {
  const [text, setText] = useState(query)
  // The address is the source: Back and links change it, too.
  useEffect(() => setText(query), [query])
  useEffect(() => {
    if (text.trim() === query) return
    const timer = setTimeout(() => onQuery(text.trim()), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text, query, onQuery])
  return (
    <TextField
      label="Search by email"
      isLabelHidden
      type="search"
      placeholder="Search by email"
      leading={Search}
      value={text}
      onChange={(event) => setText(event.target.value)}
      className="max-md:col-span-full"
    />
  )
}
