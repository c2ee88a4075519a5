import { createRootRoute, Outlet, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { DemoBanner } from '../features/access/demo-banner.tsx'
import { Frame } from '../features/navigation/frame.tsx'
import { NotFound } from '../features/navigation/not-found.tsx'
import { ScreenError } from '../features/navigation/screen-error.tsx'
import { usePaletteKey } from '../features/search/use-palette-key.ts'
import { SyncStatus } from '../features/sync/sync-status.tsx'
import { listAddition } from '../lib/add-to-list.ts'
import { demoLimit } from '../lib/demo-limit.ts'
import { emailRequest } from '../lib/email-request.ts'
import { exportRequest } from '../lib/export-request.ts'
import { InBrowser, lazyPart } from '../lib/lazy-part.tsx'
import { followReplica, replicaStore } from '../lib/replica.ts'
import { followSession, useActor } from '../lib/session.ts'
import { signOutQuestion } from '../lib/sign-out.ts'
import { useProxyValue } from '../lib/use-proxy-value.ts'

// They open on a press: their code comes with it.
const DemoLimitDialog = lazyPart(
  async () => (await import('../features/access/demo-limit-dialog.tsx')).DemoLimitDialog,
)
const ExportDialog = lazyPart(
  async () => (await import('../features/export/export-dialog.tsx')).ExportDialog,
)
const AddToListDialog = lazyPart(
  async () => (await import('../features/lists/add-to-list-dialog.tsx')).AddToListDialog,
)
const SendEmailDialog = lazyPart(
  async () => (await import('../features/email/send-email-dialog.tsx')).SendEmailDialog,
)
const SignOutDialog = lazyPart(
  async () => (await import('../features/sync/sign-out-dialog.tsx')).SignOutDialog,
)
const RemovedPeople = lazyPart(
  async () => (await import('../features/sync/removed-people.tsx')).RemovedPeople,
)
const PaletteAnywhere = lazyPart(
  async () => (await import('../features/search/palette-anywhere.tsx')).PaletteAnywhere,
)

export const Route = createRootRoute({
  component: Root,
  notFoundComponent: NotFound,
  errorComponent: ScreenError,
})

function Root() {
  useFollowedSession()
  const isDemoLimitOpen = useProxyValue(demoLimit, ({ isOpen }) => isOpen)
  const isExporting = useProxyValue(exportRequest, ({ current }) => current !== null)
  const isAddingToList = useProxyValue(listAddition, ({ ids }) => ids !== null)
  const isWriting = useProxyValue(emailRequest, ({ person }) => person !== null)
  const isLeaving = useProxyValue(signOutQuestion, ({ answer }) => answer !== null)
  const hasRows = useProxyValue(replicaStore, ({ replica }) => replica !== null)
  const palette = usePaletteKey()
  return (
    <Frame status={<SyncStatus />} banner={<DemoBanner />}>
      <Outlet />
      <InBrowser>
        {isDemoLimitOpen && <DemoLimitDialog />}
        {isExporting && <ExportDialog />}
        {isAddingToList && <AddToListDialog />}
        {hasRows && <RemovedPeople />}
        {isWriting && <SendEmailDialog />}
        {isLeaving && <SignOutDialog />}
        {palette.isOpen && <PaletteAnywhere onClose={palette.close} />}
      </InBrowser>
    </Frame>
  )
}

/** Guards and loaders decide anew when somebody else is here, or may do something else. */
function useFollowedSession() {
  const router = useRouter()
  const { id, role } = useActor()
  const shown = useRef({ id, role })

  useEffect(() => followSession(), [])

  useEffect(() => followReplica(), [])

  useEffect(() => {
    if (shown.current.id === id && shown.current.role === role) return
    shown.current = { id, role }
    void router.invalidate()
  }, [id, role, router])
}
