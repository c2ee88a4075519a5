import { Link, useRouter } from '@tanstack/react-router'
import { FileSpreadsheet, ListPlus } from 'lucide-react'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { ApiError } from '#web/lib/api-client.ts'
import { formatCount, formatPeople } from '#web/lib/format.ts'
import { useDraft } from '#web/lib/hooks/use-draft.ts'
import { askForList } from '#web/lib/lists/ask-for-list.ts'
import { useCan } from '#web/session/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { SEARCH_NEEDS_PLAN, searchFailureWords } from './bring-words.ts'
import { type FoundPeople, findPeople, LOOKED_FOR_MAX, rowWords } from './find-people.ts'
import { type NamedPerson, peopleInSheet } from './people-in-sheet.ts'
import { readSheet, UnreadableSheetError } from './read-sheet.ts'
import { destinationOf, takeLaunched, takeShared } from './take-shared.ts'

/** The people found, kept while the user looks at one of them. */
interface FoundState {
  kind: 'found'
  sheet: Sheet
  found: FoundPeople
}

type State =
  | { kind: 'empty' }
  /** Waiting for the service worker to hand over the shared file. */
  | { kind: 'waiting' }
  | { kind: 'unreadable'; name: string; reason: string }
  | { kind: 'looking'; sheet: Sheet; done: number }
  | { kind: 'stopped'; sheet: Sheet; reason: string }
  | FoundState

interface Sheet {
  name: string
  people: readonly NamedPerson[]
  /** Rows past those that are looked for. */
  beyond: number
  unnamed: readonly number[]
}

const HELP =
  'It needs a column “NPI”, or the name with city and state: “First name”, “Last name”, “City”, “State”.'

/**
 * `/bring`: the people that a CSV or Excel file names, looked up in the directory, to be put on a list. The
 * file is read here and stays here: the directory is asked for the people in it.
 */
export function BringScreen({ shared }: { shared: string | undefined }) {
  const canSearch = useCan('search.run')
  const [last, setLast] = useDraft<FoundState>('people of a file')
  const [state, setState] = useState<State>(
    last ?? { kind: shared === undefined ? 'empty' : 'waiting' },
  )
  const router = useRouter()
  const looking = useRef<AbortController | null>(null)

  /** Ends the work on an earlier file. @returns the signal that ends the work on this one. */
  const begin = useCallback(() => {
    looking.current?.abort()
    looking.current = new AbortController()
    return looking.current.signal
  }, [])

  const look = useCallback(
    async (sheet: Sheet, signal: AbortSignal) => {
      setLast(undefined)
      setState({ kind: 'looking', sheet, done: 0 })
      try {
        const onProgress = (done: number) => setState({ kind: 'looking', sheet, done })
        const found = await findPeople(sheet.people, { onProgress, signal })
        const all: FoundState = { kind: 'found', sheet, found }
        setState(all)
        setLast(all)
      } catch (error) {
        if (signal.aborted) return
        if (!(error instanceof ApiError)) throw error
        setState({ kind: 'stopped', sheet, reason: searchFailureWords(error) })
      }
    },
    [setLast],
  )

  const read = useCallback(
    async (file: File) => {
      const { name } = file
      const signal = begin()
      try {
        const rows = await readSheet(file)
        if (signal.aborted) return
        const named = peopleInSheet(rows)
        if (!named) return setState({ kind: 'unreadable', name, reason: HELP })
        const { people, unnamed } = named
        if (people.length === 0) {
          return setState({ kind: 'unreadable', name, reason: 'No row in it names anybody.' })
        }
        const beyond = Math.max(0, people.length - LOOKED_FOR_MAX)
        await look({ name, people: people.slice(0, LOOKED_FOR_MAX), beyond, unnamed }, signal)
      } catch (error) {
        if (!(error instanceof UnreadableSheetError)) throw error
        if (signal.aborted) return
        setState({ kind: 'unreadable', name, reason: error.message })
      }
    },
    [begin, look],
  )

  useEffect(() => {
    if (!canSearch) return
    takeLaunched((file) => void read(file))
    return () => looking.current?.abort()
  }, [canSearch, read])

  useEffect(() => {
    if (shared === undefined || !canSearch) return
    void takeShared(shared).then((taken) => {
      if (taken?.file) return read(taken.file)
      if (!taken?.link && !taken?.title) {
        const reason = 'It did not arrive.'
        // It was taken at an earlier visit, whose result is shown, or another file was chosen meanwhile.
        return setState((now) =>
          now.kind === 'waiting' ? { kind: 'unreadable', name: 'What was shared', reason } : now,
        )
      }
      // A user who has left the screen meanwhile is not led away.
      if (router.latestLocation.pathname !== '/bring') return
      const to = destinationOf(taken, location.origin)
      if ('path' in to) router.history.replace(to.path)
      else void router.navigate({ to: '/search', search: searchFor(to.query), replace: true })
    })
  }, [shared, canSearch, read, router])

  return (
    <div className="page flex flex-1 flex-col gap-6 py-6 *:max-w-180 md:py-10">
      <header>
        <h1 className="font-semibold text-xl">People from a file</h1>
        <p className="mt-1 text-muted">
          Choose a CSV or Excel file. It is read on this device, the people in it are looked up in
          the directory, and those found can go on a list.
        </p>
      </header>
      {canSearch ? <FileChoice onFile={(file) => void read(file)} /> : <NeedsPlan />}
      {canSearch && state.kind === 'waiting' && <p role="status">Taking what was shared…</p>}
      {state.kind === 'unreadable' && (
        <ErrorPanel title={`${state.name} cannot be used`}>
          {state.reason} Nothing was changed.
        </ErrorPanel>
      )}
      {state.kind === 'looking' && (
        <p role="status" className="tabular-nums">
          Looking for {formatPeople(state.sheet.people.length)} of {state.sheet.name}:{' '}
          {formatCount(state.done)} done.
        </p>
      )}
      {state.kind === 'stopped' && (
        <ErrorPanel
          title="The search stopped"
          action={<Button onClick={() => void look(state.sheet, begin())}>Try again</Button>}
        >
          {state.reason} The file is kept here until you leave this screen.
        </ErrorPanel>
      )}
      {state.kind === 'found' && <Found {...state} />}
    </div>
  )
}

const searchFor = (query: string) => (query === '' ? {} : { query })

function NeedsPlan() {
  return (
    <ErrorPanel
      title={SEARCH_NEEDS_PLAN.title}
      action={
        <Link to="/pricing" className={buttonClass()}>
          See plans
        </Link>
      }
    >
      {SEARCH_NEEDS_PLAN.description}
    </ErrorPanel>
  )
}

function FileChoice({ onFile }: { onFile(file: File): void }) {
  const id = useId()
  return (
    <div>
      <input
        id={id}
        type="file"
        accept=".csv,.xlsx,text/csv"
        className="peer sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onFile(file)
          // The same file can be chosen again.
          target.value = ''
        }}
      />
      <label
        htmlFor={id}
        className={`${buttonClass({ variant: 'primary' })} cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2`}
      >
        <FileSpreadsheet aria-hidden />
        Choose a file
      </label>
      <p className="mt-2 text-muted text-sm">{HELP}</p>
    </div>
  )
}

function Found({ sheet, found }: { sheet: Sheet; found: FoundPeople }) {
  const { ids, missing } = found
  return (
    <section aria-labelledby="found" className="flex flex-col gap-4">
      <div role="status">
        <h2 id="found" className="font-medium text-md">
          {ids.length === 0 ? 'Nobody of this file was found' : `${formatPeople(ids.length)} found`}
        </h2>
        <p className="text-muted text-sm tabular-nums">
          {sheet.name}, {formatCount(sheet.people.length)} rows looked for.
          {sheet.beyond > 0 &&
            ` ${formatCount(sheet.beyond)} more rows were not: split the file after row ${formatCount(sheet.people.at(-1)?.row ?? 0)}.`}
        </p>
      </div>
      {ids.length > 0 && (
        <Button variant="primary" className="self-start" onClick={() => void askForList(ids)}>
          <ListPlus aria-hidden />
          Add {formatPeople(ids.length)} to a list
        </Button>
      )}
      <Rows
        title="Not found"
        hint="Not in the directory, or under another name or place."
        rows={missing
          .filter(({ reason }) => reason === 'nobody')
          .map(({ person }) => rowWords(person))}
      />
      <Rows
        title="More than one of this name"
        hint="An NPI, or city and state, would tell them apart."
        rows={missing
          .filter(({ reason }) => reason === 'several')
          .map(({ person }) => rowWords(person))}
      />
      <Rows
        title="Without a name or NPI"
        hint="These rows name nobody."
        rows={sheet.unnamed.map((row) => `Row ${row}`)}
      />
    </section>
  )
}

function Rows({ title, hint, rows }: { title: string; hint: string; rows: readonly string[] }) {
  if (rows.length === 0) return null
  return (
    <details className="border-line border-t pt-3" open={rows.length <= 20}>
      <summary className="cursor-pointer font-medium tabular-nums">
        {title}: {formatCount(rows.length)}
      </summary>
      <p className="mt-1 text-muted text-sm">{hint}</p>
      <ul className="mt-2 flex flex-col gap-1 text-sm tabular-nums">
        {rows.map((row) => (
          <li key={row} className="[overflow-wrap:anywhere]">
            {row}
          </li>
        ))}
      </ul>
    </details>
  )
}
