import { createFileRoute } from '@tanstack/react-router'
import { SpecialtiesPage } from '../features/public-pages/specialties-page.tsx'

export const Route = createFileRoute('/specialties')({ component: SpecialtiesPage })
