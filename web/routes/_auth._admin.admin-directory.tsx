import { createFileRoute } from '@tanstack/react-router'
import { DirectoryScreen } from '#web/features/admin-directory/directory-screen.tsx'

export const Route = createFileRoute('/_auth/_admin/admin-directory')({
  component: DirectoryScreen,
})
