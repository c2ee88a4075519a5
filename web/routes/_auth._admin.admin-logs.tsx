import { createFileRoute } from '@tanstack/react-router'
import { NotFound } from '../features/navigation/not-found.tsx'

export const Route = createFileRoute('/_auth/_admin/admin-logs')({ component: NotFound })
