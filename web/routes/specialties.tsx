import { createFileRoute } from '@tanstack/react-router'
import { SpecialtiesPage } from '#web/features/public-pages/specialties-page.tsx'

export const Route = createFileRoute('/specialties')({ component: SpecialtiesPage })
