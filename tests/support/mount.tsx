/**
 * Runs components and hooks with their state and effects, which a render to text has not. The page is
 * none: its elements take everything and keep nothing. What a component shows and does is told by the
 * parts that a test puts in the place of its own.
 */
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { vi } from 'vitest'

export { act }

function emptyPage(): Element {
  const takesAll = () => undefined
  const listens = { addEventListener: takesAll, removeEventListener: takesAll }
  const ownerDocument = {
    ...listens,
    nodeType: 9,
    activeElement: null,
    createElement,
    createTextNode,
  }
  function createElement(tagName = 'div') {
    const methods = [
      'appendChild',
      'insertBefore',
      'removeChild',
      'setAttribute',
      'removeAttribute',
    ]
    const takes = Object.fromEntries(methods.map((method) => [method, takesAll]))
    return { ...listens, ...takes, ownerDocument, nodeType: 1, tagName, style: {} }
  }
  function createTextNode() {
    return { ownerDocument, nodeType: 3 }
  }
  vi.stubGlobal('window', { ...listens, document: ownerDocument, HTMLIFrameElement: class {} })
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  return createElement() as unknown as Element
}

interface Mounted {
  render(element: ReactNode): Promise<void>
  /** To be called at the end: it restores all globals that were replaced. */
  unmount(): Promise<void>
}

/** Mounts a component. */
export async function mount(element: ReactNode): Promise<Mounted> {
  const root = createRoot(emptyPage())
  const render = (next: ReactNode) => act(async () => root.render(next))
  await render(element)
  return {
    render,
    async unmount() {
      await act(async () => root.unmount())
      vi.unstubAllGlobals()
    },
  }
}

export interface MountedHook<Result, Props> {
  /** What the hook returned last. */
  readonly current: Result
  render(props: Props): Promise<void>
  unmount: Mounted['unmount']
}

interface HookHostProps<Result, Props> {
  hook(props: Props): Result
  props: Props
  note(result: Result): void
}

function HookHost<Result, Props>({ hook, props, note }: HookHostProps<Result, Props>) {
  note(hook(props))
  return null
}

/** Mounts a hook. */
export async function mountHook<Result, Props = undefined>(
  hook: (props: Props) => Result,
  first: NoInfer<Props>,
): Promise<MountedHook<Result, Props>> {
  let current!: Result
  const note = (result: Result) => {
    current = result
  }
  const host = await mount(<HookHost hook={hook} props={first} note={note} />)
  return {
    get current() {
      return current
    },
    render: (props) => host.render(<HookHost hook={hook} props={props} note={note} />),
    unmount: host.unmount,
  }
}
