import { createFileRoute } from '@tanstack/react-router'
import { FavoritesScreen } from '#web/features/lists/favorites-screen.tsx'

export const Route = createFileRoute('/_auth/lists_/favorites')({ component: FavoritesScreen })
