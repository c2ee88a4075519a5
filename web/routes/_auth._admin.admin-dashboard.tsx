import { createFileRoute } from '@tanstack/react-router'
import { DashboardScreen } from '../features/admin/dashboard-screen.tsx'

export const Route = createFileRoute('/_auth/_admin/admin-dashboard')({
  component: DashboardScreen,
})
