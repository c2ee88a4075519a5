import { createFileRoute } from '@tanstack/react-router'
import { loadProfile } from '#web/features/profile/load-profile.ts'
import { ProfileScreen } from '#web/features/profile/profile-screen.tsx'

export const Route = createFileRoute('/physicians/$id')({
  loader: ({ params, abortController }) => loadProfile(params.id, abortController.signal),
  pendingMs: 100,
  pendingMinMs: 150,
  pendingComponent: () => <ProfileScreen profile={null} />,
  component: () => <ProfileScreen profile={Route.useLoaderData()} />,
})
