import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { useAdminNavigation } from '#web/lib/navigation-items.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { LazyTester } from './lazy-tester.tsx'

/** Opens the Search Robustness Tester over the search, for administrators outside of demo mode. */
export function TestFilters() {
  const [isOpen, setIsOpen] = useState(false)
  if (!useAdminNavigation()) return null
  return (
    <>
      <Button variant="ghost" size="sm" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <FlaskConical aria-hidden />
        <span className="max-sm:sr-only">Test Filters</span>
      </Button>
      <Dialog isOpen={isOpen} onOpenChange={setIsOpen} title="Search Robustness Tester" size="lg">
        <LazyTester />
      </Dialog>
    </>
  )
}
