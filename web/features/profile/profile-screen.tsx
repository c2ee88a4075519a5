import { Link, useCanGoBack, useRouter } from '@tanstack/react-router'
import { ArrowLeft, UserRoundX, WifiOff } from 'lucide-react'
import { type ReactNode, useCallback, useEffect } from 'react'
import { documentTitle } from '#api/contract/pages.ts'
import { PROFILE_FAILED, PROFILE_NOT_FOUND } from '#web/lib/error-messages.ts'
import { useBackOnline } from '#web/lib/hooks/use-back-online.ts'
import { useHydrated } from '#web/lib/hooks/use-hydrated.ts'
import { fullName } from '#web/lib/people/candidate-facts.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Profile } from './load-profile.ts'
import { ProfileView } from './profile-view.tsx'

/** The title where the person's name is not known. */
const PROFILE = 'Profile'

/**
 * One person's page, at /physician/{id} and /physicians/{id} alike. The document has its skeleton, so
 * that it is painted before any script has come.
 * @param props.profile null in a prerender, and until it is known
 */
export function ProfileScreen({ profile }: { profile: Profile | null }) {
  const isHydrated = useHydrated()
  // One frame around both: a press on its button before hydration is repeated on the same button.
  return (
    <ProfileFrame>
      {isHydrated && profile ? <LoadedProfile profile={profile} /> : <ProfileSkeleton />}
    </ProfileFrame>
  )
}

function LoadedProfile({ profile }: { profile: Profile }) {
  const title = titleOf(profile)
  useEffect(() => {
    document.title = documentTitle(title)
  }, [title])

  const router = useRouter()
  const reload = useCallback(() => void router.invalidate(), [router])
  // The profile may have changed while there was no network.
  useBackOnline(reload)

  return (
    <>
      {profile.kind === 'found' && <ProfileView person={profile.person} />}
      {profile.kind === 'missing' && <Missing />}
      {profile.kind === 'failed' && <Failed isOffline={profile.isOffline} onRetry={reload} />}
    </>
  )
}

/** What the tab says. A profile that could not be loaded may exist. */
function titleOf(profile: Profile): string {
  if (profile.kind === 'found') return fullName(profile.person)
  return profile.kind === 'missing' ? PROFILE_NOT_FOUND.title : PROFILE
}

/** The skeleton of a profile. */
function ProfileSkeleton() {
  return (
    <div role="status" aria-label="Loading profile" className="flex flex-col gap-8">
      <div className="flex gap-5">
        <Skeleton isRound className="size-16" />
        <div className="flex min-w-0 flex-1 flex-col gap-2">
          <Skeleton className="h-8 w-64 max-w-full" />
          <Skeleton className="h-6 w-44" />
          <Skeleton className="h-5 w-28" />
        </div>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 md:grid-cols-[20rem_minmax(0,1fr)]">
        <div className="flex flex-col gap-2">
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
          <Skeleton className="h-10" />
        </div>
        <div className="flex flex-col gap-8">
          <Skeleton className="h-60" />
          <Skeleton className="h-32" />
          <Skeleton className="h-32" />
        </div>
      </div>
    </div>
  )
}

/** At least as high as the window, so that neither a skeleton nor a short profile shifts the footer. */
function ProfileFrame({ children }: { children: ReactNode }) {
  return (
    <div className="page min-h-dvh pt-4 pb-16">
      <div className="-ml-3 mb-4">
        <BackButton />
      </div>
      {children}
    </div>
  )
}

/** From /physicians/ always to the search, which lists lead to; otherwise back. */
function BackButton() {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const isFromList = router.state.location.pathname.includes('/physicians/')
  function goBack() {
    if (isFromList || !canGoBack) void router.navigate({ to: '/search' })
    else router.history.back()
  }
  return (
    <Button variant="ghost" size="sm" onClick={goBack}>
      <ArrowLeft aria-hidden />
      Back
    </Button>
  )
}

function Missing() {
  return (
    <EmptyState
      isWholeScreen
      icon={UserRoundX}
      title={PROFILE_NOT_FOUND.title}
      action={
        <Link to="/directory" className={buttonClass({ variant: 'primary' })}>
          Back to Directory
        </Link>
      }
    >
      {PROFILE_NOT_FOUND.description}
    </EmptyState>
  )
}

function Failed({ isOffline, onRetry }: { isOffline: boolean; onRetry(): void }) {
  const button = <Button onClick={onRetry}>Try again</Button>
  if (isOffline) {
    return (
      <EmptyState isWholeScreen icon={WifiOff} title="You are offline" action={button}>
        Profiles come from the directory and need a connection.
      </EmptyState>
    )
  }
  return (
    <>
      <h1 className="sr-only">{PROFILE}</h1>
      <ErrorPanel title={PROFILE_FAILED.title} action={button}>
        {PROFILE_FAILED.description}
      </ErrorPanel>
    </>
  )
}
