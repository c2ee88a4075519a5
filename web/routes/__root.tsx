import { createRootRoute, Outlet } from '@tanstack/react-router'
import { Frame } from '../features/navigation/frame.tsx'
import { NotFound } from '../features/navigation/not-found.tsx'
import { ScreenError } from '../features/navigation/screen-error.tsx'

export const Route = createRootRoute({
  component: () => (
    <Frame>
      <Outlet />
    </Frame>
  ),
  notFoundComponent: NotFound,
  errorComponent: ScreenError,
})
