import { createFileRoute } from '@tanstack/react-router'
import { NotFound } from '../features/navigation/not-found.tsx'

export const Route = createFileRoute('/_auth/email')({ component: NotFound })
