import { createFileRoute } from '@tanstack/react-router'
import { loadProfile } from '#web/features/profile/load-profile.ts'
import { ProfileScreen } from '#web/features/profile/profile-screen.tsx'

export const Route = createFileRoute('/physician/$id')({
  // The document of every profile is prerendered as one: it is of nobody.
  loader: ({ params, abortController }) =>
    import.meta.env.SSR ? null : loadProfile(params.id, abortController.signal),
  pendingMs: 100,
  pendingMinMs: 150,
  pendingComponent: () => <ProfileScreen profile={null} />,
  component: () => <ProfileScreen profile={Route.useLoaderData()} />,
})
