import { createRootRoute, Outlet, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { subscribe } from 'valtio'
import { DemoBanner } from '#web/features/access/demo-banner.tsx'
import { Frame } from '#web/features/navigation/frame.tsx'
import { NotFound } from '#web/features/navigation/not-found.tsx'
import { ScreenError } from '#web/features/navigation/screen-error.tsx'
import { usePaletteKey } from '#web/features/search/use-palette-key.ts'
import { SyncStatus } from '#web/features/sync/sync-status.tsx'
import { emailDialogStore } from '#web/lib/email-dialog-store.ts'
import { exportDialogStore } from '#web/lib/exports/export-dialog-store.ts'
import { useProxyValue } from '#web/lib/hooks/use-proxy-value.ts'
import { InBrowser, lazyPart } from '#web/lib/lazy-part.tsx'
import { listDialogStore } from '#web/lib/lists/list-dialog-store.ts'
import { outreachSheetStore } from '#web/outreach/outreach-sheet-store.ts'
import { followUnsent } from '#web/replica/background-push.ts'
import { followReplica } from '#web/replica/replica.ts'
import { useReplicaState } from '#web/replica/use-replica-state.ts'
import { demoLimit } from '#web/session/demo-limit.ts'
import { actorOf, followSession, session, useActor } from '#web/session/session.ts'
import { signOutQuestion } from '#web/session/sign-out-question.ts'
import { closeSheetsWithAccount } from './-sheets-of-account.ts'

// These open on a press, which loads their code.
const DemoLimitDialog = lazyPart(
  async () => (await import('#web/features/access/demo-limit-dialog.tsx')).DemoLimitDialog,
)
const ExportDialog = lazyPart(
  async () => (await import('#web/features/export/export-dialog.tsx')).ExportDialog,
)
const AddToListDialog = lazyPart(
  async () => (await import('#web/features/lists/add-to-list-dialog.tsx')).AddToListDialog,
)
const SendEmailDialog = lazyPart(
  async () => (await import('#web/features/email/send-email-dialog.tsx')).SendEmailDialog,
)
const SignOutDialog = lazyPart(
  async () => (await import('#web/features/sync/sign-out-dialog.tsx')).SignOutDialog,
)
const RemovedPeople = lazyPart(
  async () => (await import('#web/features/sync/removed-people.tsx')).RemovedPeople,
)
const FollowedReports = lazyPart(
  async () => (await import('#web/features/sync/followed-reports.tsx')).FollowedReports,
)
const PaletteAnywhere = lazyPart(
  async () => (await import('#web/features/search/palette-anywhere.tsx')).PaletteAnywhere,
)

const OutreachSheets = lazyPart(
  async () => (await import('#web/outreach/outreach-sheets.tsx')).OutreachSheets,
)

const FollowOutreach = lazyPart(
  async () => (await import('#web/outreach/follow-outreach.tsx')).FollowOutreach,
)

const FollowTeams = lazyPart(
  async () => (await import('#web/replica/follow-teams.tsx')).FollowTeams,
)

export const Route = createRootRoute({
  component: Root,
  notFoundComponent: NotFound,
  errorComponent: ScreenError,
})

function Root() {
  useFollowedSession()
  const isDemoLimitOpen = useProxyValue(demoLimit, ({ isOpen }) => isOpen)
  const isExporting = useProxyValue(exportDialogStore, ({ current }) => current !== null)
  const isAddingToList = useProxyValue(listDialogStore, ({ ids }) => ids !== null)
  const isWriting = useProxyValue(emailDialogStore, ({ person }) => person !== null)
  const hasOutreachSheet = useProxyValue(outreachSheetStore, ({ sheet }) => sheet !== null)
  const isLeaving = useProxyValue(signOutQuestion, ({ answer }) => answer !== null)
  const hasRows = useReplicaState(({ replica }) => replica !== null)
  const isSignedIn = useActor().id !== null
  const palette = usePaletteKey()
  return (
    <Frame status={<SyncStatus />} banner={<DemoBanner />}>
      <Outlet />
      <InBrowser>
        {isDemoLimitOpen && <DemoLimitDialog />}
        {isExporting && <ExportDialog />}
        {isAddingToList && <AddToListDialog />}
        {hasRows && <RemovedPeople />}
        {hasRows && <FollowOutreach />}
        {isSignedIn && <FollowTeams />}
        {isSignedIn && <FollowedReports />}
        {isWriting && <SendEmailDialog />}
        {hasOutreachSheet && <OutreachSheets />}
        {isLeaving && <SignOutDialog />}
        {palette.isOpen && <PaletteAnywhere onClose={palette.close} />}
      </InBrowser>
    </Frame>
  )
}

/** Route guards and loaders run again when the actor or its permissions change. */
function useFollowedSession() {
  const router = useRouter()
  // The loaders of this page ran for this actor. Hydration renders a visitor, which is no change.
  const loadedFor = useRef(actorOf(session.me))

  useEffect(() => followSession(), [])

  useEffect(() => followReplica(), [])

  useEffect(() => followUnsent(), [])

  useEffect(() => closeSheetsWithAccount(), [])

  useEffect(() => {
    const reloadForActor = () => {
      const { current } = loadedFor
      const actor = actorOf(session.me)
      if (actor.id === current.id && actor.role === current.role) return
      loadedFor.current = actor
      void router.invalidate()
    }
    reloadForActor()
    return subscribe(session, reloadForActor)
  }, [router])
}
