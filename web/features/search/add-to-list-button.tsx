import { ListPlus } from 'lucide-react'
import { askForList } from '../../lib/add-to-list.ts'
import { Button } from '../../ui/button.tsx'
import { selectedOr } from './selection-store.ts'

/** Puts the people selected on a list. */
export function AddToListButton() {
  return (
    <Button variant="primary" size="sm" onClick={() => askForList(selectedOr())}>
      <ListPlus aria-hidden />
      Add to list
    </Button>
  )
}
